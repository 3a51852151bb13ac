import { directionOf } from '../../src/tools/compile-line.ts';
import { pseudo } from '../../src/tools/pseudo.ts';

test('the long pseudo-language accents letters and adds a third, and leaves placeholders, tags and plurals alone', () => {
  const made = pseudo('Send {count, plural, one {# code} other {# codes}} to <b>{phone}</b>.', 'en-XA');
  expect(made).toBe('[Šéñð {count,plural,one{# çöðé} other{# çöðéš}} ţö <b>{phone}</b>. öñé ţŵö]');
});

test('an example of what to type keeps its length', () => {
  expect(pseudo('name@example.com', 'en-XA', 'same')).toBe('ñåɱé@éẋåɱþļé.çöɱ');
});

test('the pseudo-language from right to left turns every word round and keeps placeholders', () => {
  const made = pseudo('Hello {name}', 'ar-XB');
  expect(made).toContain('\u202eHello\u202c');
  expect(made).toContain('{name}');
});

test.each([
  ['en', 'ltr'],
  ['zh', 'ltr'],
  ['ja', 'ltr'],
  ['en-XA', 'ltr'],
  ['ar', 'rtl'],
  ['ar-XB', 'rtl'],
  ['he', 'rtl'],
  ['fa', 'rtl'],
  ['ur-PK', 'rtl'],
  ['az-Arab', 'rtl'],
])('%s is written %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
