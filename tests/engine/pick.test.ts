import { languageQuery, pickLanguage } from '../../src/engine/pick-language.ts';
import { pickLine } from '../../src/engine/pick-line.ts';

const languages = { default: 'zh', offered: ['zh', 'en'], query: { zh_CN: 'zh' }, otherwise: 'en' };

test.each([
  [{}, 'zh'],
  [{ query: 'zh_CN' }, 'zh'],
  [{ query: 'en_US' }, 'en'],
  [{ query: '' }, 'en'],
  [{ query: 'constructor' }, 'en'],
  [{ query: 'en', stored: 'zh' }, 'en'],
  [{ stored: 'en' }, 'en'],
  [{ stored: 'fr' }, 'zh'],
  [{ query: null, stored: null }, 'zh'],
] as const)('%j gives %s', (choice, expected) => {
  expect(pickLanguage({ ...choice, languages })).toBe(expected);
});

test('a language that is not offered is never picked', () => {
  expect(pickLanguage({ query: 'en', languages: { ...languages, offered: ['zh'] } })).toBe('zh');
});

test('a line with more languages maps more values', () => {
  const more = { ...languages, offered: ['zh', 'en', 'ja'], query: { zh_CN: 'zh', ja_JP: 'ja' } };
  expect(['zh_CN', 'ja_JP', 'en', 'ja'].map((query) => pickLanguage({ query, languages: more }))).toEqual([
    'zh',
    'ja',
    'en',
    'en',
  ]);
});

test('a language link carries the value that chooses it', () => {
  expect(languageQuery('zh', languages)).toBe('zh_CN');
  expect(languageQuery('en', languages)).toBe('en');
});

const lines = [
  { name: 'one', hosts: ['www.one.example', '*.one.example'] },
  { name: 'two', hosts: ['*.deep.one.example'] },
  { name: 'three', hosts: ['www.three.example'] },
];

test.each([
  ['www.one.example', undefined, 'one', 'host'],
  ['WWW.One.Example:443', undefined, 'one', 'host'],
  ['www.one.example.', undefined, 'one', 'host'],
  ['a.one.example', undefined, 'one', 'wildcard'],
  ['a.deep.one.example', undefined, 'two', 'wildcard'],
  ['one.example', undefined, 'three', 'fallback'],
  ['notone.example', undefined, 'three', 'fallback'],
  ['two.localhost:4400', undefined, 'two', 'localhost'],
  ['', undefined, 'three', 'fallback'],
  ['www.one.example', 'two', 'two', 'setting'],
  ['www.one.example', '', 'one', 'host'],
])('host %j with setting %j is line %s by %s', (host, setting, name, by) => {
  const picked = pickLine({ host, setting, lines, fallback: 'three' });
  expect([picked.line.name, picked.by]).toEqual([name, by]);
});

test('a setting that names no line is refused', () => {
  expect(() => pickLine({ host: '', setting: 'four', lines, fallback: 'one' })).toThrow('four');
});
