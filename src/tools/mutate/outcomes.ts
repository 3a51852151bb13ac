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

/** Tests by their number, those first that reach the place in a way that few do. */
export function changedIn({ isCondition, around, tests }: Counted, replacement: string, count: number): number[] {
  const changed = changedOutcomes(replacement, isCondition);
  const lists = changed.flatMap((outcome) => [tests[outcome] ?? []]).sort((one, other) => one.length - other.length);
  const inside = [...new Set(lists.flat())];
  if (inside.length > 0) return inside;
  return around.some((outcome) => changed.includes(outcome)) ? Array.from({ length: count }, (_, at) => at) : [];
}
