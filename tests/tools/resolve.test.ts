import fc from 'fast-check';
import { mergePatch } from '../../src/tools/documents.ts';
import { overlay, type Sources } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

const empty: Sources = {
  root: '.',
  files: new Map(),
  paths: new Set(),
  fonts: new Map(),
  licences: new Map(),
  drawings: new Map(),
  faults: [],
};
const data = (files: Record<string, unknown>) =>
  overlay(
    empty,
    Object.fromEntries(Object.entries(files).map(([file, content]) => [file, JSON.stringify(content, null, 2)])),
  );

describe('RFC 7386, the cases of its appendix', () => {
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched with %j gives %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });
});

test('merging never changes what it merges, and a patch applied twice is applied once', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
      const before = JSON.stringify([target, patch]);
      const once = mergePatch(target, patch);
      expect(JSON.stringify([target, patch])).toBe(before);
      expect(mergePatch(once, patch)).toEqual(once);
    }),
  );
});

const layered = data({
  'schemas/fields/username.json': { rule: { type: 'string', minLength: 6, maxLength: 20 }, widget: 'text' },
  'lines/_base/line.json': { $schema: 'x', languages: { default: 'en', offered: ['en', 'zh'] }, channel: 2 },
  'lines/_base/messages/en.json': { 'frame.skip': 'Skip', 'line.footer': 'base' },
  'lines/_base/assets/mark.svg': '<svg/>',
  'lines/_domestic/line.json': {
    extends: '_base',
    languages: { default: 'zh' },
    coupons: { newUser: 30, realName: 10 },
  },
  'lines/_domestic/messages/en.json': { 'line.footer': 'region' },
  'lines/sky/line.json': { extends: '_domestic', id: 9, languages: { offered: ['zh'] }, coupons: { realName: null } },
  'lines/sky/fields/username.json': { rule: { maxLength: 12 } },
  'lines/sky/messages/en.json': { 'line.brand': 'Sky' },
  'lines/sky/assets/logo.svg': '<svg/>',
  'lines/sky/assets/mark.svg': '<svg/>',
});

describe('a line', () => {
  const { lines, faults } = resolveAll(layered);
  const sky = lines.sky;
  if (!sky) throw new Error('no line');

  test('is made of its layers, the nearest winning', () => {
    expect(faults).toEqual([]);
    expect(Object.keys(lines)).toEqual(['sky']);
    expect(sky.layers).toEqual(['_base', '_domestic', 'sky']);
    expect(sky.line).toEqual({
      languages: { default: 'zh', offered: ['zh'] },
      channel: 2,
      coupons: { newUser: 30 },
      extends: '_domestic',
      id: 9,
    });
    expect(sky.messages).toEqual({ en: { 'frame.skip': 'Skip', 'line.footer': 'region', 'line.brand': 'Sky' } });
    expect(sky.fields.username).toEqual({ rule: { type: 'string', minLength: 6, maxLength: 12 }, widget: 'text' });
  });

  test('takes each drawing from the nearest layer that has it', () => {
    expect(sky.assets).toEqual({ 'mark.svg': 'lines/sky/assets/mark.svg', 'logo.svg': 'lines/sky/assets/logo.svg' });
  });

  test.each([
    ['line', ['languages', 'default'], 'lines/_domestic/line.json', 4],
    ['line', ['languages', 'offered', 0], 'lines/sky/line.json', 6],
    ['line', ['channel'], 'lines/_base/line.json', 10],
    ['line', ['coupons', 'newUser'], 'lines/_domestic/line.json', 7],
    ['line', ['coupons', 'realName'], 'lines/sky/line.json', 9],
    ['fields/username', ['rule', 'minLength'], 'schemas/fields/username.json', 4],
    ['fields/username', ['rule', 'maxLength'], 'lines/sky/fields/username.json', 3],
  ] as const)('knows who set %s %j', (document, at, file, line) => {
    expect(sky.origin(document, at)).toMatchObject({ file, line });
  });

  test('knows nothing of a document that is not there', () => {
    expect(sky.origin('screens/none')).toBeUndefined();
  });
});

test('lines of one region share what they do not change', () => {
  const two = overlay(layered, { 'lines/sea/line.json': '{ "extends": "_domestic", "id": 10 }' });
  const { lines } = resolveAll(two);
  expect(lines.sea?.fields.username).not.toBe(lines.sky?.fields.username);
  expect(lines.sea?.documents['messages/en']?.value).toBe(lines.sky?.documents['messages/en']?.below?.value);
});

describe('a patch of a list', () => {
  const fields = ['email', { field: 'code', optional: true }, 'agreement'];
  test.each([
    [['a', 'b'], { add: ['c'] }, ['a', 'b', 'c']],
    [['a', 'b'], { add: ['c', 'd'], before: 'b' }, ['a', 'c', 'd', 'b']],
    [['a', 'b'], { add: ['c'], after: 'a' }, ['a', 'c', 'b']],
    [['a', 'b'], { remove: ['a'] }, ['b']],
    [['a', 'b'], { remove: ['a'], add: ['a'] }, ['b', 'a']],
    [['a', 'b', 'c'], { move: { c: { before: 'a' }, a: { after: 'b' } } }, ['c', 'b', 'a']],
    [['a', 'b'], { add: ['c', 'd'], move: { d: { before: 'a' } } }, ['d', 'a', 'b', 'c']],
    [
      fields,
      { change: { code: { optional: null, label: 'new' } } },
      ['email', { field: 'code', label: 'new' }, 'agreement'],
    ],
    [fields, { change: { email: { optional: true } } }, [{ field: 'email', optional: true }, fields[1], 'agreement']],
    [
      [
        { on: ['x', 'y'], stay: true },
        { on: 'otherwise', stay: true },
      ],
      { remove: ['y'], add: [{ on: 'ok', state: 'done' }], before: 'otherwise' },
      [
        { on: 'ok', state: 'done' },
        { on: 'otherwise', stay: true },
      ],
    ],
    [
      [
        { block: 'links', links: [{ id: 'a' }] },
        { block: 'text', id: 'b' },
      ],
      { move: { b: { before: 'links' } }, change: { links: { links: { add: [{ id: 'c' }] } } } },
      [
        { block: 'text', id: 'b' },
        { block: 'links', links: [{ id: 'a' }, { id: 'c' }] },
      ],
    ],
    [{ add: 1 }, { add: 2 }, { add: 2 }],
  ])('%j patched with %j gives %j', (fields, patch, result) => {
    expect(mergePatch({ fields }, { fields: patch })).toEqual({ fields: result });
  });

  test('leaves what it names and is not there as it was, and tells', () => {
    const told: unknown[] = [];
    const patch = { remove: ['x'], add: ['b'], move: { a: { after: 'y' } } };
    const result = mergePatch({ list: ['a', 'b'] }, { list: patch }, (at, message) =>
      told.push([at.join('.'), message]),
    );
    expect(result).toEqual({ list: ['b', 'a'] });
    expect(told).toEqual([
      ['list.remove.0', 'no entry "x" to remove'],
      ['list.add.0', '"b" is in the list already'],
      ['list.move.a.after', 'no entry "y" to stand after'],
    ]);
  });

  const { lines } = resolveAll(
    overlay(layered, {
      'lines/_base/flow.json': '{ "o": [\n{ "on": "ok",\n"state": "a" },\n{ "on": "x" },\n{ "on": "otherwise" }] }',
      'lines/_domestic/flow.json': '{ "o": {\n"add": [\n{ "on": "y" }], "before": "x",\n"remove": ["x"] } }',
      'lines/sky/flow.json': '{ "o": { "change": {\n"ok": { "state": null,\n"then": "b" } },\n"add": ["z"] } }',
    }),
  );

  test.each([
    [[0, 'on'], 'lines/_base/flow.json', 2],
    [[0, 'then'], 'lines/sky/flow.json', 3],
    [[0, 'state'], 'lines/sky/flow.json', 2],
    [[1], 'lines/_base/flow.json', 5],
    [[2], 'lines/_domestic/flow.json', 3],
    [[3], 'lines/sky/flow.json', 4],
    [[4], 'lines/sky/flow.json', 1],
    [[], 'lines/sky/flow.json', 1],
  ])('knows who set entry %j', (at, file, line) => {
    expect(lines.sky?.origin('flow', ['o', ...at])).toMatchObject({ file, line });
  });
});
