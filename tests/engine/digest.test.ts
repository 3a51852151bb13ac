import { createHash } from 'node:crypto';
import { digestPassword, thirds } from '../../src/engine/digest.ts';

test.each([
  ['', ['', '', '']],
  ['a', ['', '', 'a']],
  ['abc', ['a', 'b', 'c']],
  ['abcdefgh', ['ab', 'cd', 'efgh']],
  ['Abcdefg12', ['Abc', 'def', 'g12']],
  // A code point outside the basic plane is one character, never cut in two.
  ['😀a😀b', ['😀', 'a', '😀b']],
])('%j is cut into %j', (text, expected) => {
  expect(thirds(text)).toEqual(expected);
});

const hash = (name: string, text: string): string => createHash(name).update(text, 'utf8').digest('hex');

test.each([
  ['thirds-salted-sha256', 'Abcdefg12', hash('sha256', 'AbcSALTdefSALTg12SALT')],
  ['thirds-salted-sha1', 'Abcdefg12', hash('sha1', 'AbcSALTdefSALTg12SALT')],
  ['none', 'Abcdefg12', 'Abcdefg12'],
  // Composed and decomposed letters are the same password.
  ['thirds-salted-sha256', 'Cafe\u0301Aa1', hash('sha256', 'CaSALTf\u00e9SALTAa1SALT')],
] as const)('%s of %j', async (name, password, expected) => {
  expect(await digestPassword(name, 'SALT', password)).toBe(expected);
});
