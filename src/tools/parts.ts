/** What of a line's files other lines may share → files of its own, named by content (`server/http/parts.ts`). */
import { createHash } from 'node:crypto';
import type { Place } from '../server/http/parts.ts';
import { isDictionary } from './list-patch.ts';

/** Characters from which a value is worth a file of its own. */
const WORTH = 256;
/** Texts that each line has of its own. */
const OWN = /^line\./;

export interface Parts {
  /** Path inside the release → content. */
  readonly files: Readonly<Record<string, string>>;
  /** The value with its large parts taken out, each under its name; the rest, and what is named in `whole`, stays. */
  fold(value: Readonly<Record<string, unknown>>, whole?: readonly string[]): Readonly<Record<string, unknown>>;
  /** A catalogue of texts, without those that are the line's own. */
  texts(texts: Readonly<Record<string, unknown>>): unknown;
}

/** Of what was taken out before, the name: most lines share the very object. */
const known = new WeakMap<object, { readonly text: string; readonly hash: string }>();

function named(value: object): { readonly text: string; readonly hash: string } {
  let found = known.get(value);
  if (found === undefined) {
    const text = JSON.stringify(value);
    found = { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 20) };
    known.set(value, found);
  }
  return found;
}

export function openParts(): Parts {
  const files: Record<string, string> = {};
  const put = (value: object, own?: Place['own'], small: object = value): unknown => {
    const { text, hash } = named(value);
    if (text.length < WORTH) return small;
    files[`parts/${hash}.json`] = text;
    return own === undefined ? { $part: hash } : { $part: hash, own };
  };
  return {
    files,
    fold(value, whole = []) {
      const entries = Object.entries(value).map(([name, each]) => [
        name,
        isDictionary(each) && !whole.includes(name) ? put(each) : each,
      ]);
      return Object.fromEntries(entries);
    },
    texts(texts) {
      const own = Object.entries(texts).filter(([name]) => OWN.test(name));
      const shared = Object.fromEntries(
        Object.entries(texts).map(([name, text]) => [name, OWN.test(name) ? null : text]),
      );
      return own.length === 0 ? put(texts) : put(shared, Object.fromEntries(own), texts);
    },
  };
}
