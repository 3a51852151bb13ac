/** Nulls of a layer that take nothing away: the name is misspelt, or what it took away has gone. */
import { isDictionary } from '../documents.ts';
import { hasListWords } from '../list-patch.ts';
import type { Path } from '../load.ts';
import { nearest } from './fault.ts';
import type { GrammarFault } from './schema.ts';

/** @param below what the layers below make of the same place */
export function deletesNothing(value: unknown, below: unknown, at: Path = []): GrammarFault[] {
  if (!isDictionary(value) || (hasListWords(value) && Array.isArray(below))) return [];
  const theirs = isDictionary(below) ? below : {};
  return Object.entries(value).flatMap(([name, inner]): GrammarFault[] => {
    const here = [...at, name];
    if (inner !== null) return deletesNothing(inner, theirs[name], here);
    if (Object.hasOwn(theirs, name)) return [];
    const others = Object.keys(theirs).filter((other) => !Object.hasOwn(value, other));
    const meant = nearest(name, others);
    return [
      {
        at: here,
        breaks: false,
        part: 'key',
        message: `"${name}" deletes nothing: no layer below has it`,
        fix: meant === undefined ? 'delete it' : `write "${meant}"`,
      },
    ];
  });
}
