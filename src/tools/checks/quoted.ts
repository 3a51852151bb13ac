/** Names of buttons and pages that sentences quote: as they read, in each language. */
import { once } from '../memory.ts';
import { parseMessage } from './parse-message.ts';
import type { Scope } from './scope.ts';

/** What a sentence has in quotation marks. */
const quotesIn = (text: string): readonly string[] => [...text.matchAll(/“([^“”]+)”/gu)].map(([, quote = '']) => quote);

/** Keys of a catalog by what they say, in small letters. */
const saying = once((catalog: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const [key, text] of Object.entries(catalog)) {
    const words = text.toLowerCase();
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
    const own = (quote: string): boolean => saying(catalog).has(quote.toLowerCase());
    for (const other of quoting) {
      const [quote, ...more] = quotes;
      const [theirs = '', ...others] = other.quotes;
      if (other.language === language || quote === undefined || more.length + others.length > 0 || own(quote)) continue;
      const keys = saying(messages[other.language] ?? {}).get(theirs.toLowerCase()) ?? [];
      const names = [...new Set(keys.flatMap((each) => catalog[each] ?? []))];
      const [name] = names;
      if (name === undefined) continue;
      const message = `message "${key}" quotes “${quote}”, and what ${other.language} quotes (“${theirs}”) is another name here`;
      scope.lack(`messages/${language}`, [key], message, `write ${names.map((each) => `“${each}”`).join(' or ')}`);
      return;
    }
  }
}
