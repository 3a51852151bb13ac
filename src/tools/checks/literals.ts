/** Punctuation that a field's patterns name: sentences that list it are not miswritten. */
import { isDictionary } from '../documents.ts';
import type { Sources } from '../load.ts';
import { once } from '../memory.ts';

/** What the manner of some language writes otherwise. */
const PUNCTUATION = [...`,;:!?.()'"`];

/** Classes, whether they are negated and what they hold; escapes; and what stands for itself. */
const PARTS = /\[(\^?)((?:[^\]\\]|\\[\s\S])*)\]|\\([^A-Za-z0-9])|([^\\[\](){}?*+^$.|])/gu;

/** What a class names besides single characters: kinds of them, and ranges. */
const BROAD = /\\[A-Za-z](?:\{[^}]*\})?|(?:\\[\s\S]|[^\\])-(?:\\[\s\S]|[^\\\]])/gu;

/** The punctuation that a pattern takes as literal characters. */
function literalsIn(pattern: string): string[] {
  return [...pattern.matchAll(PARTS)].flatMap(([, negated, held, escaped, plain]) => {
    if (negated) return [];
    const literal = held?.replace(BROAD, '').replace(/\\/g, '') ?? escaped ?? plain ?? '';
    return PUNCTUATION.filter((sign) => literal.includes(sign));
  });
}

/** The patterns of a field's file, those of its `allOf` too. */
function patternsOf(file: unknown): string[] {
  const rule = isDictionary(file) ? file.rule : undefined;
  if (!isDictionary(rule)) return [];
  const all: unknown[] = Array.isArray(rule.allOf) ? rule.allOf : [];
  return [rule, ...all].flatMap((each) =>
    isDictionary(each) && typeof each.pattern === 'string' ? [each.pattern] : [],
  );
}

/** Field → the punctuation that its patterns name in any layer, as sentences of a lower layer may list it, too. */
export const literalsOf = once((sources: Sources): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const { path, value } of sources.files.values()) {
    const [, id] = /\/fields\/([^/]+)\.json$/.exec(path) ?? [];
    const literals = id === undefined ? [] : patternsOf(value).flatMap(literalsIn);
    if (id !== undefined && literals.length > 0)
      found.set(id, [...new Set([...(found.get(id) ?? ''), ...literals])].sort().join(''));
  }
  return found;
});

/** What a sentence says besides the punctuation that it lists; an apostrophe within a word lists nothing. */
export function withoutListed(literals: ReadonlyMap<string, string>, key: string, words: string): string {
  const [, id = ''] = /^fields\.([^.]+)\.(?:rules\.|errors\.|hint$)/.exec(key) ?? [];
  const listed = literals.get(id) ?? '';
  return [...words]
    .map((sign, at, all) => {
      const isApostrophe = sign === "'" && /[a-z]/i.test(all[at - 1] ?? '') && /[a-z]/i.test(all[at + 1] ?? '');
      return listed.includes(sign) && !isApostrophe ? '\ufffc' : sign;
    })
    .join('');
}
