/**
 * Every line speaks in its own words: enough of them, shown where the line can show them, like no other line's, and
 * titles that fit on a phone. How each line speaks: docs/voice.md.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { wantedKeys } from '../../src/tools/checks/message-keys.ts';
import { loadData } from '../../src/tools/load.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';

type Catalog = Readonly<Record<string, string>>;

/** Sentences of its own that a line has at least, in each language. */
const FEWEST = 40;
/** Widest title on a phone of 390 px, in characters of the language; a Latin letter is about half as wide as a Chinese one. */
const WIDEST: Readonly<Record<string, number>> = { en: 34, zh: 14 };
const LATIN_IN: Readonly<Record<string, number>> = { en: 1, zh: 0.55 };
const LANGUAGES = Object.keys(WIDEST);

const names = readdirSync('lines').filter((name) => !name.startsWith('_'));
const cases = names.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

function catalogOf(layer: string, language: string): Catalog {
  const file = join('lines', layer, 'messages', `${language}.json`);
  if (!existsSync(file)) return {};
  const { $schema: _, ...catalog } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return catalog;
}

/** What a line would say without words of its own. */
function inheritedBy(name: string, language: string): Catalog {
  const { extends: region } = JSON.parse(readFileSync(join('lines', name, 'line.json'), 'utf8')) as { extends: string };
  return { ...catalogOf('_base', language), ...catalogOf(region, language) };
}

const ownWords = (name: string, language: string): readonly (readonly [key: string, text: string])[] => {
  const inherited = inheritedBy(name, language);
  return Object.entries(catalogOf(name, language)).filter(
    ([key, text]) => inherited[key] !== undefined && inherited[key] !== text,
  );
};

/** How wide a title is with the line's name in it; other values differ from visitor to visitor and are left out. */
function widthOf(title: string, language: string, brand: string): number {
  const values = new Proxy({ brand } as Record<string, unknown>, {
    get: (known, name) => known[String(name)] ?? '',
    has: () => true,
  });
  const shown = String(new IntlMessageFormat(title, language).format(values as Record<string, string>));
  return [...shown].reduce((sum, each) => sum + (/[\u2e80-\uffef]/.test(each) ? 1 : (LATIN_IN[language] ?? 1)), 0);
}

let lines: Readonly<Record<string, ResolvedLine>>;
beforeAll(async () => {
  lines = resolveAll(await loadData('.')).lines as Readonly<Record<string, ResolvedLine>>;
});

test('there are lines to listen to', () => {
  expect(cases.length).toBeGreaterThanOrEqual(14);
});

test.each(cases)('%s has words of its own in %s, and can show each', (name, language) => {
  const wanted = wantedKeys(lines[name] as ResolvedLine);
  const own = ownWords(name, language);
  expect(own.filter(([key]) => wanted.get(key)?.shown !== true).map(([key]) => key)).toEqual([]);
  expect(new Set(own.map(([, text]) => text)).size).toBeGreaterThanOrEqual(FEWEST);
});

test.each(names)('%s says in one language what it says in the other', (name) => {
  const [first = [], ...others] = LANGUAGES.map((language) => ownWords(name, language).map(([key]) => key));
  for (const keys of others) expect(keys).toEqual(first);
});

test.each(LANGUAGES)('no two lines share a sentence of their own in %s', (language) => {
  const spoken = new Map<string, string>();
  const shared: string[] = [];
  for (const name of names)
    for (const [key, text] of Object.entries(catalogOf(name, language))) {
      const before = spoken.get(text.toLowerCase()) ?? name;
      if (before !== name) shared.push(`${before} and ${name} ${key}: ${text}`);
      spoken.set(text.toLowerCase(), before);
    }
  expect(shared).toEqual([]);
});

test.each(cases)('titles of %s fit on a phone in %s', (name, language) => {
  const brand = catalogOf(name, language)['line.brand'] ?? '';
  const wide = ownWords(name, language)
    .filter(([key]) => /\.(title|heading)$/.test(key))
    .filter(([, text]) => widthOf(text, language, brand) > (WIDEST[language] ?? 0));
  expect(wide).toEqual([]);
});

test.each(cases)('%s keeps what each sentence tells in %s', (name, language) => {
  const told = (text = ''): string[] => [...new Set([...text.matchAll(/\{(\w+)|<(\w+)>/g)].map(([all]) => all))];
  const inherited = inheritedBy(name, language);
  const lost = ownWords(name, language).flatMap(([key, text]) =>
    told(inherited[key])
      .filter((part) => part !== '{brand' && !told(text).includes(part))
      .map((part) => `${key} lacks ${part}`),
  );
  expect(lost).toEqual([]);
});

/** Messages that warn are everybody's, word for word. */
const WARNS = /^(mail|sms|voice)\..*(device|locked|changed|bound|released|linked)/;

test.each(cases)('%s warns in %s as every line does', (name, language) => {
  expect(ownWords(name, language).filter(([key]) => WARNS.test(key))).toEqual([]);
});

test.each(cases)('%s raises its voice nowhere in %s', (name, language) => {
  expect(ownWords(name, language).filter(([, text]) => /[!！]/.test(text))).toEqual([]);
});

describe('docs/voice.md', () => {
  const page = readFileSync('docs/voice.md', 'utf8');
  const partOf = (name: string): string =>
    page.split(`\n## ${catalogOf(name, 'en')['line.brand']}\n`)[1]?.split('\n## ')[0] ?? '';
  const own = (name: string): readonly string[] =>
    LANGUAGES.flatMap((language) => Object.values(catalogOf(name, language)));

  test.each(names)('what it has %s say, the line says', (name) => {
    const shown = [...partOf(name).matchAll(/^\| (?!do \|)(?!-)(.+?) \| .+ \|$/gm)].map(([, text = '']) => text);
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(shown.filter((text) => !own(name).some((each) => each.includes(text)))).toEqual([]);
  });

  test.each(names)('%s avoids the words that it is to avoid', (name) => {
    const [, avoided = ''] = /Avoids: (.+)\.$/m.exec(partOf(name)) ?? [];
    const words = avoided.split(', ');
    expect(words.length).toBeGreaterThanOrEqual(3);
    const found = own(name).flatMap((text) =>
      words
        .filter((word) => new RegExp(/^\p{ASCII}+$/u.test(word) ? `\\b${word}\\b` : word, 'i').test(text))
        .map((word) => `${word}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});
