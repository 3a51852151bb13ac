/** What the compiler makes once for all lines of one kind (`checks/kinds.ts`). */
import { kindOf } from './checks/kinds.ts';
import type { ResolvedLine } from './resolve.ts';

export interface SharedWork {
  /**
   * What was made for another line of the kind, else made now.
   * @param what names it, among all that is made of a line
   * @param isCommon whether nothing in it is the line's own
   */
  of<T>(what: string, make: () => T, isCommon?: (made: T) => boolean): T;
}

/** Makes everything anew: for lines that are not as the data has them. */
export const ownWork: SharedWork = { of: (_, make) => make() };

/** How many kinds are held; the one that was asked for longest ago is forgotten first. */
const MOST_KINDS = 24;
const kinds = new Map<string, Map<string, unknown>>();

/** @param line as `resolveAll` gives it */
export function sharedWork(line: ResolvedLine): SharedWork {
  const kind = kindOf(line);
  const made = kinds.get(kind) ?? new Map<string, unknown>();
  kinds.delete(kind);
  kinds.set(kind, made);
  if (kinds.size > MOST_KINDS) kinds.delete(kinds.keys().next().value as string);
  return {
    of<T>(what: string, make: () => T, isCommon: (made: T) => boolean = () => true): T {
      if (made.has(what)) return made.get(what) as T;
      const result = make();
      if (isCommon(result)) made.set(what, result);
      return result;
    },
  };
}
