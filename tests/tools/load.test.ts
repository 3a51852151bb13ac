import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkSources } from '../../src/tools/check.ts';
import { loadData, overlay, parseSource, type Sources } from '../../src/tools/load.ts';

const empty: Sources = {
  root: '.',
  files: new Map(),
  paths: new Set(),
  fonts: new Map(),
  licences: new Map(),
  drawings: new Map(),
  faults: [],
};

describe('places', () => {
  const file = parseSource('a.json', '{\n  "one": { "two": [1, { "three": "x" }] },\n  "next": null\n}\n');

  test.each([
    [[], 'value', 1, 1],
    [['one'], 'key', 2, 3],
    [['one'], 'value', 2, 10],
    [['one', 'two', 1, 'three'], 'value', 2, 34],
    [['next'], 'value', 3, 11],
  ] as const)('%j (%s) stands at %i:%i', (at, part, line, column) => {
    expect(file.place(at, part)).toEqual({ file: 'a.json', line, column });
  });

  test('of something absent is that of the nearest enclosing value', () => {
    expect(file.place(['one', 'two', 7, 'deep'])).toEqual(file.place(['one', 'two']));
  });
});

test('a byte order mark is a fault and does not hide the rest', () => {
  const file = parseSource('a.json', '\uFEFF{ "a": 1 }');
  expect(file.value).toEqual({ a: 1 });
  expect(file.faults.map((fault) => fault.message)).toEqual(['byte order mark at the start of the file']);
});

test('of duplicate keys the last counts, and the second is named', () => {
  const file = parseSource('a.json', '{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}');
  expect(file.value).toEqual({ a: 3, b: 2 });
  expect(file.faults).toMatchObject([{ line: 4, column: 3, message: 'duplicate key "a", first on line 2' }]);
  expect(file.place(['a'])).toMatchObject({ line: 4 });
});

test('broken JSON has no value and one fault', () => {
  const file = parseSource('a.json', '{ "a": [1, 2 }');
  expect(file.value).toBeUndefined();
  expect(file.faults).toHaveLength(1);
});

test('lines are counted alike with either line ending', () => {
  expect(parseSource('a.json', '{\r\n\r\n  "a": 1\r\n}').place(['a'])).toEqual({ file: 'a.json', line: 3, column: 8 });
});

test('a key that looks like a prototype is only a key', () => {
  const { value } = parseSource('a.json', '{ "__proto__": { "polluted": true } }');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(value as object)).toEqual(['__proto__']);
});

test('an overlay adds, replaces and takes away without touching what it lies on', () => {
  const base = overlay(empty, { 'lines/a/line.json': '{ "id": 1 }', 'lines/a/assets/logo.svg': '<svg/>' });
  const changed = overlay(base, { 'lines/a/line.json': '{ "id": 2 }', 'lines/a/assets/logo.svg': null });
  expect(base.files.get('lines/a/line.json')?.value).toEqual({ id: 1 });
  expect(changed.files.get('lines/a/line.json')?.value).toEqual({ id: 2 });
  expect([...changed.paths]).toEqual(['lines/a/line.json']);
});

describe('what cannot be read is told as what it is', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'load-'));
    mkdirSync(path.join(root, 'lines/a'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const at = (name: string) => path.join(root, 'lines/a', name);
  const write = (bytes: Uint8Array) => () => writeFileSync(at('line.json'), bytes);

  test.each([
    ['UTF-16', write(Buffer.from('\ufeff{ "id": 1 }', 'utf16le')), 'the file is UTF-16'],
    ['UTF-16 without a mark', write(Buffer.from('{ "id": 1 }', 'utf16le')), 'the file is UTF-16'],
    [
      'GBK',
      write(Buffer.from([0x22, 0xb5, 0xc7, 0xc2, 0xbc, 0x22])),
      'the file is not UTF-8, but GBK or another encoding',
    ],
    ['a folder', () => mkdirSync(at('line.json')), 'a folder, where a file belongs'],
    [
      'a link out of the tree',
      () => symlinkSync('/etc/hostname', at('line.json')),
      'a link that leads out of the data',
    ],
    ['a link to nothing', () => symlinkSync('nowhere.json', at('line.json')), 'a link that leads nowhere'],
    ['a link to a folder', () => symlinkSync('/tmp', at('line.json')), 'a link that leads out of the data'],
    ['an empty file', () => writeFileSync(at('line.json'), ''), 'the file is empty'],
  ])('%s', async (_, make, message) => {
    make();
    const { faults, files } = await loadData(root);
    expect(faults).toMatchObject([{ file: 'lines/a/line.json', line: 1, column: 1, message }]);
    expect(files.get('lines/a/line.json')?.value).toBeUndefined();
  });

  test('a link to a file beside is that file', async () => {
    writeFileSync(at('one.json'), '{ "id": 1 }');
    symlinkSync('one.json', at('line.json'));
    const { faults, files } = await loadData(root);
    expect([faults, files.get('lines/a/line.json')?.value]).toEqual([[], { id: 1 }]);
  });
});

test('a text of 5 MB is read, and told as too long by its grammar alone', async () => {
  const data = await loadData('.');
  const file = 'lines/renderbus/messages/en.json';
  const before = data.files.get(file)?.text ?? '';
  const line = before.split('Renderbus"', 1)[0]?.split('\n').length;
  const text = before.replace('Renderbus"', `${'a'.repeat(5_000_000)}"`);
  const faults = checkSources(overlay(data, { [file]: text }));
  expect(faults).toMatchObject([{ file, line, message: expect.stringContaining('message is too long, 5000000') }]);
});
