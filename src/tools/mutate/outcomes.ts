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

/** Places of a source file as a test file counted them. */
type Places = Readonly<Record<string, Counted>>;

const each = function* (places: Places): Generator<[place: string, outcome: string, tests: readonly number[]]> {
  for (const [place, { tests }] of Object.entries(places))
    for (const [outcome, list] of Object.entries(tests)) yield [place, outcome, list];
};

/** How many tests of all files came to each outcome of each place of a source file. */
export function sharedBy(files: readonly Places[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const places of files)
    for (const [place, outcome, { length }] of each(places)) {
      const key = `${place} ${outcome}`;
      found.set(key, (found.get(key) ?? 0) + length);
    }
  return found;
}

/**
 * What the tests of a file promise: most came to something rare, at the place itself or near it. Most tests of a check go
 * through all of it, and the one that breaks its rule is about it.
 * @param places of the source file
 * @param shared over all test files
 * @param lines of the places
 * @returns by the test's number
 */
export function promises(
  places: Places,
  shared: ReadonlyMap<string, number>,
  lines: ReadonlyMap<string, number>,
  line: number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [place, outcome, tests] of each(places)) {
    const far = Math.abs((lines.get(place) ?? Number.POSITIVE_INFINITY) - line);
    const rare = 1 / (shared.get(`${place} ${outcome}`) ?? 1) / (1 + far);
    for (const test of tests) found.set(test, (found.get(test) ?? 0) + rare);
  }
  return found;
}
