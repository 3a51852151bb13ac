/** Keys of a catalog that were written for another one: what its other languages call them. */
import { dirname } from 'node:path';
import { isDictionary } from '../documents.ts';
import type { Sources } from '../load.ts';

/** The same catalog in the other languages. */
export const catalogsBeside = (sources: Sources, path: string): readonly unknown[] =>
  [...sources.files.values()].flatMap((each) =>
    each.path !== path && dirname(each.path) === dirname(path) ? [each.value] : [],
  );

/** The one key that the other languages have, and that differs from this one in one part: of another kind of thing. */
export function siblingOf(key: string, absent: readonly string[], others: readonly unknown[]): string | undefined {
  const parts = key.split('.');
  const found = absent.filter((name) => {
    const theirs = name.split('.');
    if (theirs.length !== parts.length || theirs.filter((part, at) => part !== parts[at]).length !== 1) return false;
    return others.every((each) => isDictionary(each) && Object.hasOwn(each, name) && !Object.hasOwn(each, key));
  });
  return found.length === 1 ? found[0] : undefined;
}
