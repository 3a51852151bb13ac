import { checkSources } from '../../src/tools/check.ts';
import { unreadable } from '../../src/tools/checks/theme.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';
import { newLineFiles, readArguments } from '../../src/tools/new-line.ts';
import { newArt, newTheme } from '../../src/tools/new-line-art.ts';

const aurora = { name: 'aurora', id: 4242, extends: '_overseas', host: 'aurora.example' };
let sources: Sources;
beforeAll(async () => {
  sources = await loadData('.');
});

test.each(['_overseas', '_domestic'])('a new line of %s adds no fault, and nothing outside its folder', (region) => {
  const files = newLineFiles({ ...aurora, extends: region }, sources);
  expect(Object.keys(files).every((file) => file.startsWith('lines/aurora/'))).toBe(true);
  const before = checkSources(sources).map((fault) => fault.message);
  const after = checkSources(overlay(sources, files)).map((fault) => fault.message);
  expect(after).toEqual(before);
});

test('a longest username of its own is a patch of one value', () => {
  const files = { ...newLineFiles(aurora, sources) };
  files['lines/aurora/fields/username.json'] =
    '{ "$schema": "../../../schemas/layers/field.json", "rule": { "maxLength": 12 } }';
  expect(checkSources(overlay(sources, files))).toEqual(checkSources(sources));
});

test('the same name gives the same line', () => {
  expect(newLineFiles(aurora, sources)).toEqual(newLineFiles(aurora, sources));
});

test.each([
  [{ name: 'renderbus' }, /^name "renderbus" is taken: .*Choose another --name/],
  [{ name: '_east' }, /kebab-case/],
  [{ id: 0 }, /^id 0 is taken by line "renderbus": choose another, such as --id \d+$/],
  [{ host: 'www.renderbus.example' }, /^host www\.renderbus\.example is taken by line "renderbus"/],
  [{ host: 'shop.renderbus.example' }, /is taken by line "renderbus"/],
  [{ host: 'https://aurora.example' }, /without scheme/],
  [{ extends: '_oversea' }, /^no region "_oversea" under lines\/: write "_overseas"$/],
])('%j is refused with what to do', (wrong, message) => {
  expect(() => newLineFiles({ ...aurora, ...wrong }, sources)).toThrow(message);
});

test('arguments are read from the command line, and a missing one is named', () => {
  const all = ['--name', 'aurora', '--id', '4242', '--extends', '_overseas', '--host', 'Aurora.example'];
  expect(readArguments(all)).toEqual(aurora);
  expect(() => readArguments(all.slice(0, 6))).toThrow(/^--host is missing/);
  expect(() => readArguments(all.with(3, 'four'))).toThrow(/--id four is no number/);
});

test('text can be read on every colour a name may lead to', () => {
  for (let index = 0; index < 300; index++) {
    const { color } = newTheme(`line-${index}`);
    expect([...unreadable(color.light), ...unreadable(color.dark)]).toEqual([]);
  }
});

test('a brand with signs that mean something in XML stays text', () => {
  const theme = newTheme('a');
  expect(newArt('a', 'A & <B>', theme)['logo.svg']).toContain('A &amp; &lt;B&gt;');
});
