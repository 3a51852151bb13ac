/** Gathers what one fault showed: what the visitor saw, which invariants held, and everything that was not as it must be. */

/** What must hold whatever breaks; docs/faults.md says how each is looked at. */
const INVARIANTS = {
  1: 'acknowledged means present after a restart',
  2: 'no half account',
  3: 'one account per region and identifier',
  4: 'a token or code acts at most once',
  5: 'failure counters are exact',
  6: 'a message owed is sent',
  7: 'what was typed stays',
} as const;
export type Invariant = keyof typeof INVARIANTS;

export class Judge {
  readonly saw: string[] = [];
  readonly faults: string[] = [];
  readonly #looked = new Map<Invariant, boolean>();

  /** What the visitor saw, and whether that is what they should see. */
  sees(what: string, isRight = true): void {
    this.saw.push(what);
    if (!isRight) this.faults.push(`the visitor saw: ${what}`);
  }

  /** Something else that must be so. */
  expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.faults.push(otherwise);
  }

  /** An invariant that was looked at. @param otherwise what was found, when it does not hold */
  holds(invariant: Invariant, isSo: boolean, otherwise: string): void {
    this.#looked.set(invariant, isSo && this.#looked.get(invariant) !== false);
    if (!isSo) this.faults.push(`I${invariant} (${INVARIANTS[invariant]}): ${otherwise}`);
  }

  /** Those that were looked at and held. */
  get held(): Invariant[] {
    return [...this.#looked].flatMap(([invariant, held]) => (held ? [invariant] : [])).sort();
  }

  /** Those of a list that nobody looked at. */
  unseen(invariants: readonly Invariant[]): Invariant[] {
    return invariants.filter((invariant) => !this.#looked.has(invariant));
  }
}
