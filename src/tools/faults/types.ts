/** What a fault is, and how it is judged. */
import type { Invariant, Judge } from './judge.ts';
import type { Stage } from './stage.ts';

export interface Fault {
  readonly number: number;
  /** What breaks. */
  readonly name: string;
  /** Those that must be looked at; the run fails when one was not. */
  readonly holds: readonly Invariant[];
  /** Breaks it and looks. What it starts through the stage is ended by it. */
  run(stage: Stage, judge: Judge): Promise<void>;
}

export interface Verdict {
  readonly number: number;
  readonly name: string;
  /** What the visitor saw, in the order in which they saw it. */
  readonly saw: readonly string[];
  readonly held: readonly Invariant[];
  /** What was not as it must be; none when the fault was survived. */
  readonly faults: readonly string[];
  readonly seconds: number;
}
