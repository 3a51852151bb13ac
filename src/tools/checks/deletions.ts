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

/** The leaves of a patch, where each says what the layers below say; undefined where one says something else. */
function sameLeaves(value: unknown, below: unknown, at: Path): Path[] | undefined {
  if (!isDictionary(value) || !isDictionary(below))
    return value !== null && JSON.stringify(value) === JSON.stringify(below) ? [at] : undefined;
  const found = Object.entries(value).map(([name, inner]) =>
    Object.hasOwn(below, name) ? sameLeaves(inner, below[name], [...at, name]) : undefined,
  );
  return found.every((each) => each !== undefined) ? found.flat() : undefined;
}

/** Objects of a patch that say what the layers below say, and nothing else: what they were to say has gone, or they are not needed. */
export function saysTheSame(value: unknown, below: unknown, at: Path = []): GrammarFault[] {
  if (!isDictionary(value) || !isDictionary(below)) return [];
  const leaves = at.length === 0 ? undefined : sameLeaves(value, below, at);
  if (leaves === undefined || leaves.length === 0)
    return Object.entries(value).flatMap(([name, inner]) => saysTheSame(inner, below[name], [...at, name]));
  const here = leaves.length === 1 ? (leaves[0] as Path) : at;
  const message = `"${here.at(-1)}" says what the layer below says`;
  return [{ at: here, breaks: false, part: 'value', message, fix: 'write what differs here, or delete it' }];
}
