import fc from 'fast-check';
import { mergePatch } from '../../src/tools/documents.ts';
import { overlay, type Sources } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

const empty: Sources = { root: '.', files: new Map(), paths: new Set(), faults: [] };
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
