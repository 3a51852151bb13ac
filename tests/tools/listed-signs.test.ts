/** A sentence of a field that lists signs which its patterns take is not miswritten; any other sentence is. */
import { checkSources } from '../../src/tools/check.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';

const LINES = /^(schemas|lines\/(_[a-z]+|renderbus|foxrenderfarm))\//;
const FIELD = 'lines/renderbus/fields/new-password.json';
const RULE = 'fields.new-password.rules.symbol';
const ERROR = 'fields.new-password.errors.symbol';

let data: Sources;

beforeAll(async () => {
  const all = await loadData('.');
  const others = [...all.paths].filter((path) => !LINES.test(path));
  data = overlay(all, Object.fromEntries(others.map((path) => [path, null])));
});

const contentOf = (path: string): Record<string, unknown> => JSON.parse(data.files.get(path)?.text ?? '{}');

/** What is told of the line where its password has a rule more. */
function told(pattern: string, { en = 'A symbol', zh }: { readonly en?: string; readonly zh: string }) {
  const { rule, rules } = contentOf('schemas/fields/new-password.json') as {
    rule: { allOf: object[] };
    rules: string[];
  };
  const field = {
    $schema: '../../../schemas/layers/field.json',
    rule: { allOf: [...rule.allOf, { title: 'symbol', pattern }] },
    rules: [...rules, 'symbol'],
  };
  const catalog = (language: string, text: string) => {
    const path = `lines/renderbus/messages/${language}.json`;
    return [path, JSON.stringify({ ...contentOf(path), [RULE]: text, [ERROR]: text })];
  };
  const edits = Object.fromEntries([[FIELD, JSON.stringify(field)], catalog('en', en), catalog('zh', zh)]);
  return checkSources(overlay(data, edits)).map(({ message, fix }) => `${message}: ${fix}`);
}

test.each([
  ['a class', '^[^!@#]*[!@#][\\s\\S]*$', '包含! @ #之一'],
  ['a class with ranges and kinds', '^[\\w!?-]+$', '包含!或?之一'],
  ['an escape', '^[a-zA-Z0-9]+\\.[a-zA-Z0-9]+$', '包含.之一'],
  ['a sign by itself', '^[a-zA-Z0-9]+(!|:)[a-zA-Z0-9]+$', '包含!之一'],
])('signs of %s are listed as they are', (_, pattern, zh) => {
  expect(told(pattern, { zh })).toEqual([]);
});

test('a quotation mark is listed as it is, and an apostrophe within a word is none', () => {
  const pattern = `^[^"']*["'][\\s\\S]*$`;
  expect(told(pattern, { en: `One of " and '`, zh: '包含引号之一' })).toEqual([]);
  expect(told(pattern, { en: `One of " and ', as in "it" or 'x'`, zh: `包含引号，如"it"或'x'` })).toEqual([]);
  expect(told(pattern, { en: "A sign that isn't a letter", zh: '包含引号之一' })).toEqual(
    [RULE, ERROR].map((key) => `message "${key}" has ': write ’`),
  );
});

test.each([
  ['no pattern of the field takes', '^[^@#]*[@#][\\s\\S]*$'],
  ['a pattern refuses', '^[^!]+$'],
  ['a pattern takes as one of any', '^[ -~]+$'],
])('a sign that %s is of half width', (_, pattern) => {
  expect(told(pattern, { zh: '包含!之一' })).toEqual(
    [RULE, ERROR].map((key) => `message "${key}" has !, of half width: write ！`),
  );
});
