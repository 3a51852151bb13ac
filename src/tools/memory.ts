/** What was found out of something is kept with what it was found by, so that what was not edited is not looked at again. */

/** How many answers are kept of one object; the one that was given longest ago is forgotten first. */
const MOST = 3;

interface Answer<Found> {
  readonly by: readonly unknown[];
  readonly found: Found;
}

/** Whether two lists hold the very same things, in the same order. */
export const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other || (one.length === other.length && one.every((each, at) => each === other[at]));

/** What files say is no object where they say it wrongly, and nothing is kept of it then. */
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Gives what was found of an object when it was looked at by the very same things, else finds it out now. */
export function memory<Of extends object, Found>(): (of: Of, by: readonly unknown[], find: () => Found) => Found {
  const known = new WeakMap<Of, readonly Answer<Found>[]>();
  return (of, by, find) => {
    if (!isObject(of)) return find();
    const answers = known.get(of) ?? [];
    const before = answers.find((answer) => areSame(answer.by, by));
    const answer = before ?? { by, found: find() };
    if (answers[0] !== answer) known.set(of, [answer, ...answers.filter((each) => each !== answer)].slice(0, MOST));
    return answer.found;
  };
}

/** Finds out once for each object: what is checked never changes, and many checkers ask the same. */
export function once<Of extends object, Found>(find: (of: Of) => Found): (of: Of) => Found {
  const known = new WeakMap<Of, { readonly found: Found }>();
  return (of) => {
    if (!isObject(of)) return find(of);
    const before = known.get(of) ?? { found: find(of) };
    known.set(of, before);
    return before.found;
  };
}
