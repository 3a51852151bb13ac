/**
 * Nothing stands in the code that nothing uses, and nothing in a closed list of the grammar that neither data nor code reads.
 * What the data declares and does not use is the checker's to tell (src/tools/checks/unused.ts).
 */
import { readFileSync } from 'node:fs';
import { definitions } from '../../schemas/config/common.json';
import lineGrammar from '../../schemas/config/line.json';
import themeGrammar from '../../schemas/config/theme.json';
import { actions } from '../../src/actions/actions.ts';
import * as byCode from '../../src/tools/checks/used-by-code.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { exchangeOf, filesBelow, literalsOf } from './source.ts';

const FOLDERS = ['engine', 'browser', 'actions', 'widgets', 'screens', 'theme', 'server'];
/** Files of the product; the tools and what is generated repeat what the data says. */
const product = FOLDERS.flatMap((folder) => filesBelow(`src/${folder}`));
const code = product.map((file) => readFileSync(file, 'utf8')).join('\n');

/** Whether code names something, in a text or as a property. */
const isNamed = (name: string): boolean => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code);

let lines: readonly ResolvedLine[];
beforeAll(async () => {
  lines = Object.values(resolveAll(await loadData('.')).lines);
});

/** Texts that properties of this name hold anywhere in the data. */
function held(property: string): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(
    lines.map(({ flow, screens, calls, fields, errors }) => [flow, screens, calls, fields, errors]),
    (name, value) => {
      if (name === property && typeof value === 'string') found.add(value);
      return value;
    },
  );
  return found;
}

/** Exports of files that other packages' places are given to, by the aliases in package.json. */
const STAND_INS = 'src/stand-ins/';
test('whatever a file gives by name, another one takes', () => {
  const files = [...filesBelow('src'), ...filesBelow('tests')].filter((file) => !file.startsWith('src/generated/'));
  const { given, taken, whole } = exchangeOf(files);
  expect(given.length).toBeGreaterThan(1000);
  const known = new Set(taken.map(({ file, name }) => `${file} ${name}`));
  // A page's inline scripts are made of files by the names of their functions.
  const called = new Set(literalsOf('src/tools/early.ts').flatMap(({ value }) => value.match(/\w+(?=\()/g) ?? []));
  const unused = given.filter(
    ({ file, name }) =>
      !file.startsWith(STAND_INS) &&
      // Named by Jest's configuration.
      !(file.startsWith('tests/') && name === 'default') &&
      !whole.has(file) &&
      !known.has(`${file} ${name}`) &&
      !called.has(name),
  );
  expect(unused).toEqual([]);
});

test('the finder sees what is given and taken, by name, as a member and as a whole', () => {
  const { given, taken, whole } = exchangeOf(filesBelow('src/tools/checks'));
  expect(given).toContainEqual({ file: 'src/tools/checks/used-by-code.ts', name: 'LINKS' });
  expect(taken).toContainEqual({ file: 'src/tools/checks/used-by-code.ts', name: 'LINKS' });
  expect(taken).toContainEqual({ file: 'src/tools/checks/fault.ts', name: 'suggest' });
  expect(exchangeOf(filesBelow('src/widgets')).whole).toContain('src/widgets/late-widgets.ts');
  expect(whole.size).toBe(0);
});

test('every action is one of the grammar, and the data carries it out', () => {
  expect(Object.keys(actions).sort()).toEqual([...definitions.actionName.enum].sort());
  const carried = held('action');
  expect(Object.keys(actions).filter((name) => !carried.has(name))).toEqual([]);
});

test('every offer is asked for, by a condition of the data or by code', () => {
  const asked = held('offer');
  expect(definitions.offer.enum.filter((name) => !asked.has(name) && !isNamed(name))).toEqual([]);
});

test('every limit is read: by a timer, by a sentence, or by code', () => {
  const timed = held('limit');
  const said = lines.map(({ messages }) => JSON.stringify(messages)).join();
  const names = Object.keys(lineGrammar.properties.limits.properties);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !timed.has(name) && !isNamed(name) && !said.includes(`{${name}`))).toEqual([]);
});

test('every token of a theme is used', () => {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const colors = Object.keys(themeGrammar.definitions.colors.properties);
  expect(colors.filter((name) => !code.includes(`var(--${kebab(name)})`))).toEqual([]);
  const { type, shape, motion, art } = themeGrammar.properties;
  const rest = [type, shape, motion, art].flatMap(({ properties }) => Object.keys(properties));
  expect(
    rest.filter((name) => !isNamed(name) && !readFileSync('src/tools/compile-facts.ts', 'utf8').includes(name)),
  ).toEqual([]);
});

test.each(Object.entries(byCode))('of the data that code uses, %s are in the code', (_, names) => {
  expect(names.length).toBeGreaterThan(0);
  const services = readFileSync('src/tools/services.ts', 'utf8');
  expect(names.filter((name) => !isNamed(name) && !services.includes(`'${name}'`))).toEqual([]);
});

test('the enumerations that code reads are known to the checker', () => {
  const read = [...code.matchAll(/\benums(?:\?)?\.(\w+)/g)].map(([, name = '']) => name);
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !byCode.ENUMERATIONS.includes(name))).toEqual([]);
});

test('every mail, text message and call by voice that a catalog words is sent by code', () => {
  const templates = lines.flatMap(({ messages }) =>
    Object.values(messages).flatMap((catalog) =>
      Object.keys(catalog).flatMap((key) => /^(?:mail|sms|voice)\.([^.]+)/.exec(key)?.[1] ?? []),
    ),
  );
  const words = new Set(product.flatMap(literalsOf).map(({ value }) => value));
  expect(new Set(templates).size).toBeGreaterThan(15);
  expect([...new Set(templates)].filter((template) => !words.has(template))).toEqual([]);
});
