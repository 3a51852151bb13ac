/** Nulls and patches of a layer that change nothing: the name is misspelt, or what they changed has gone. */
import { isDictionary } from '../documents.ts';
import { hasListWords } from '../list-patch.ts';
import type { Path } from '../load.ts';
import { meantBy, nearest } from './fault.ts';
import type { GrammarFault } from './schema.ts';

/** The state that a layer is to show otherwise, where it has another name: only examples stand there, and they make no state. */
function patchedState(state: unknown, name: string, others: readonly string[]): string | undefined {
  if (!isDictionary(state) || Object.keys(state).some((property) => property !== 'params')) return undefined;
  return meantBy(name, others);
}

/** @param below what the layers below make of the same place */
export function deletesNothing(value: unknown, below: unknown, at: Path = []): GrammarFault[] {
  if (!isDictionary(value) || (hasListWords(value) && Array.isArray(below))) return [];
  const theirs = isDictionary(below) ? below : {};
  return Object.entries(value).flatMap(([name, inner]): GrammarFault[] => {
    const here = [...at, name];
    if (Object.hasOwn(theirs, name)) return inner === null ? [] : deletesNothing(inner, theirs[name], here);
    const others = Object.keys(theirs).filter((other) => !Object.hasOwn(value, other));
    const state = `${at}` === 'states' ? patchedState(inner, name, others) : undefined;
    if (state !== undefined) {
      const message = `"${name}" patches nothing: no layer below has it`;
      return [{ at: here, breaks: false, part: 'key', message, fix: `write "${state}", or write it whole` }];
    }
    if (inner !== null) return deletesNothing(inner, undefined, here);
    const meant = nearest(name, others);
    const perhaps = meantBy(name, others);
    return [
      {
        at: here,
        breaks: false,
        part: 'key',
        message: `"${name}" deletes nothing: no layer below has it`,
        name: here.join('.'),
        fix: perhaps === undefined ? 'delete it' : `write "${perhaps}"${meant === perhaps ? '' : ', or delete it'}`,
      },
    ];
  });
}
