import { createTexts, type TextsOptions } from '../../src/engine/messages.ts';
import { compileMessage } from '../../src/tools/compile-messages.ts';

const texts = (messages: Readonly<Record<string, string>>, options: Partial<TextsOptions> = {}) =>
  createTexts({
    catalogs: [Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]))],
    language: 'en',
    production: false,
    ...options,
  });

test.each([
  ['Sign in', {}, 'Sign in'],
  ["It's fine", {}, "It's fine"],
  ["A literal '{'", {}, 'A literal {'],
  ['Hello, {name}', { name: 'Mei' }, 'Hello, Mei'],
  ['{n, plural, one {# try} other {# tries}} left', { n: 2 }, '2 tries left'],
  ['{n, plural, one {# try} other {# tries}} left', { n: 1 }, '1 try left'],
  ['{a, select, x {X} other {O}}', { a: 'x' }, 'X'],
  ['{a, select, absent {None} other {O}}', {}, 'None'],
  ['{a, select, absent {None} other {O}}', { a: '' }, 'None'],
  ['{a, select, absent {None} other {O}}', { a: 0 }, 'O'],
  ['{amount, number, ::currency/CNY precision-integer}', { amount: 1234 }, 'CN¥1,234'],
  ['Read the <terms>terms</terms>', {}, 'Read the terms'],
  ['Gap: {missing}.', {}, 'Gap: .'],
  ['{missing, plural, other {# left}}', {}, '0 left'],
])('%j with %j is %j', (text, params, expected) => {
  expect(texts({ a: text }).text('a', params)).toBe(expected);
});

test('plain texts stay plain, so that no page carries a syntax tree for them', () => {
  expect(compileMessage('Sign in')).toBe('Sign in');
  expect(compileMessage('{a}')).not.toBe('{a}');
});

test('rich tags become nodes', () => {
  const parts = texts({ a: 'Read <b>{what}</b> now' }).parts<object>('a', { what: 'this' }, (tag) => (chunks) => ({
    tag,
    chunks,
  }));
  expect(parts).toEqual(['Read ', { tag: 'b', chunks: ['this'] }, ' now']);
});

test('a missing key is loud, except in production', () => {
  expect(() => texts({}).text('nothing.here')).toThrow('nothing.here');
  expect(texts({}, { production: true }).text('nothing.here')).toBe('nothing.here');
  expect(texts({}).has('toString')).toBe(false);
});

test('so is a value that does not fit its place', () => {
  const sentence = { 'a.key': 'Until {when, date, short}' };
  expect(() => texts(sentence).text('a.key', { when: 'soon' })).toThrow('"a.key" in en');
  expect(texts(sentence, { production: true }).text('a.key', { when: 'soon' })).toBe('a.key');
});
