/** What the places of mutants came to when tests ran, and which tests a mutant makes a difference to. */

/** How a place was reached: 0 with `true`, 1 `false`, 2 another value that holds, 3 one that does not. */
export type Outcome = 0 | 1 | 2 | 3;
export const OUTCOMES: readonly Outcome[] = [0, 1, 2, 3];

export interface Counted {
  readonly isCondition: boolean;
  /** Outcomes outside of tests. */
  readonly around: Outcome[];
  /** By outcome: the tests that had it, by their number. */
  readonly tests: Partial<Record<Outcome, number[]>>;
}

/** Outcomes that a mutant changes: a condition that held, and always holds now, does what it did. */
function changedOutcomes(replacement: string, isCondition: boolean): readonly Outcome[] {
  if (replacement === 'true') return isCondition ? [1, 3] : [1, 2, 3];
  if (replacement === 'false') return isCondition ? [0, 2] : [0, 2, 3];
  return OUTCOMES;
}

/** Whether a mutant changes something for all tests of a file, since what stands before them comes to the place. */
export const changesAround = ({ isCondition, around }: Counted, replacement: string): boolean =>
  around.some((outcome) => changedOutcomes(replacement, isCondition).includes(outcome));

/** Tests that a mutant changes something for, by their number. */
export function changedIn(counted: Counted, replacement: string, count: number): number[] {
  const changed = changedOutcomes(replacement, counted.isCondition);
  const inside = [...new Set(changed.flatMap((outcome) => counted.tests[outcome] ?? []))];
  if (inside.length > 0) return inside;
  return changesAround(counted, replacement) ? Array.from({ length: count }, (_, at) => at) : [];
}

/**
 * Tests in the order of their promise: those first that came to something rare, at the place itself or near it. Most tests of a
 * check go through all of it, and the one that breaks its rule is about it.
 * @param places of the file
 * @param lines of the places
 */
export function byPromise(
  numbers: readonly number[],
  places: Readonly<Record<string, Counted>>,
  lines: ReadonlyMap<string, number>,
  line: number,
): number[] {
  const promise = new Map<number, number>();
  for (const [place, { tests }] of Object.entries(places)) {
    const far = Math.abs((lines.get(place) ?? Number.POSITIVE_INFINITY) - line);
    for (const list of Object.values(tests))
      for (const test of list) promise.set(test, (promise.get(test) ?? 0) + 1 / list.length / (1 + far));
  }
  const of = (test: number): number => promise.get(test) ?? 0;
  return [...numbers].sort((one, other) => of(other) - of(one));
}
