import { queryFields, queryStored, readQuery } from '../../src/engine/query.ts';

const rules = {
  dropped: ['businessType', 'key'],
  stripped: { inviteId: 'chinese-and-punctuation' as const },
  fields: { inviteId: 'inviter-code' },
};

test.each([
  ['', {}],
  ['?a=1&b=2', { a: '1', b: '2' }],
  ['?a=1&a=2', { a: '1' }],
  ['?businessType=1&key=2&c=3', { c: '3' }],
  [`?inviteId=${encodeURIComponent('邀请AB，12。')}`, { inviteId: 'AB12' }],
  ['?inviteId=AB-1_2!?.', { inviteId: 'AB-1_2' }],
  [`?other=${encodeURIComponent('邀请，')}`, { other: '邀请，' }],
  // No honest parameter has this name; it must neither crash nor change what objects are.
  ['?__proto__=x&a=1', { a: '1' }],
  ['?a=%E0%A4%A', { a: '\ufffd%A' }],
])('%j is read as %j', (search, expected) => {
  expect(readQuery(search, rules)).toEqual(expected);
});

test('a value longer than any honest one is cut', () => {
  expect(readQuery(`?a=${'x'.repeat(5000)}`).a).toHaveLength(2048);
});

test('parameters fill fields', () => {
  expect(queryFields({ inviteId: 'AB12', other: 'x' }, rules)).toEqual({ 'inviter-code': 'AB12' });
});

const keys = {
  comefrom: { where: ['local' as const], query: 'comefrom', unless: 'blockComefrom' },
  blockComefrom: { where: ['local' as const], query: 'blockComefrom' },
  language: { where: ['local' as const] },
};

test.each([
  [{ comefrom: 'ad' }, {}, { comefrom: 'ad' }],
  [{ comefrom: 'ad', blockComefrom: '1' }, {}, { blockComefrom: '1' }],
  [{ comefrom: 'ad' }, { blockComefrom: '1' }, {}],
  [{ comefrom: '' }, {}, {}],
  [{ language: 'zh' }, {}, {}],
] as const)('%j with %j stored writes %j', (query, stored, expected) => {
  expect(queryStored(query, keys, (key) => (stored as Record<string, string>)[key])).toEqual(expected);
});
