/** Names of buttons and pages that sentences quote: as they read, in each language. */
import { once } from '../memory.ts';
import { heightOf } from './blame.ts';
import { parseMessage } from './parse-message.ts';
import type { Scope } from './scope.ts';

/** What a sentence has in quotation marks. */
const quotesIn = (text: string): readonly string[] => [...text.matchAll(/“([^“”]+)”/gu)].map(([, quote = '']) => quote);

/** Texts of what is pressed, and titles: what a sentence leads to by its name. */
const NAMED = /\.(?:links|actions|events|submit|tab|title)(?:\.|$)/;

/** A name as it is compared: in small letters, without the sign that ends a question or a sentence. */
const plain = (name: string): string => name.toLowerCase().replace(/[?？.。,，…]+$/u, '');

/** Keys of names in a catalog by what they say. */
const saying = once((catalog: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [key, text] of Object.entries(catalog)) {
    if (!NAMED.test(key)) continue;
    const words = plain(text);
    found.set(words, [...(found.get(words) ?? []), key]);
  }
  return found;
});

/** A language that quotes what another one quotes by another name than it has itself for that. */
export function checkQuoted(scope: Scope, key: string, said: readonly { readonly language: string }[]): void {
  const { messages } = scope.line;
  const quoting = said.flatMap(({ language }) => {
    const text = messages[language]?.[key];
    return text?.includes('“') ? [{ language, quotes: quotesIn(parseMessage(text).words) }] : [];
  });
  for (const { language, quotes } of quoting) {
    const catalog = messages[language] ?? {};
    const own = (quote: string): boolean => saying(catalog).has(plain(quote));
    for (const other of quoting) {
      const [quote, ...more] = quotes;
      const [theirs = '', ...others] = other.quotes;
      if (other.language === language || quote === undefined || more.length + others.length > 0 || own(quote)) continue;
      const keys = saying(messages[other.language] ?? {}).get(plain(theirs)) ?? [];
      // A layer above that renames what a sentence of one below quotes is another edit than that sentence's.
      const height = (each: string): number => heightOf(scope.line, scope.line.origin(`messages/${language}`, [each]));
      const beside = keys.filter((each) => height(each) <= height(key));
      const names = [...new Set(beside.flatMap((each) => catalog[each] ?? []))];
      const [name] = names;
      if (name === undefined) continue;
      const message = `message "${key}" quotes “${quote}”, and what ${other.language} quotes (“${theirs}”) is another name here`;
      scope.lack(`messages/${language}`, [key], message, `write ${names.map((each) => `“${each}”`).join(' or ')}`);
      return;
    }
  }
}
