/** Types of calls and flow as they are once the compiler has written out everything that the data leaves unsaid. */
import type * as written from '../generated/config.ts';
import type { ActionName, GoStep, SavedValue, Value } from '../generated/config.ts';

type Values = Readonly<Record<string, Value>>;

export interface Call extends Omit<written.Call, 'method' | 'body' | 'keeps' | 'saves'> {
  readonly method: NonNullable<written.Call['method']>;
  readonly body?: Values;
  /** Properties left out when empty. */
  readonly optional?: readonly string[];
  /** Flow value ← property of the answer's data. */
  readonly keeps?: Readonly<Record<string, string>>;
  readonly saves?: Readonly<Record<string, Exclude<SavedValue, true>>>;
  /** With the codes that are implied. */
  readonly fails: readonly string[];
}

export interface Calls {
  readonly headers?: Readonly<Record<string, Values>>;
  readonly calls: Readonly<Record<string, Call>>;
}

/** An action with what it takes. */
export interface Action {
  readonly action: ActionName;
  readonly timer?: string;
  readonly form?: string;
  readonly field?: string;
  readonly fields?: readonly string[];
  readonly keys?: readonly string[];
  readonly message?: string;
}

interface Step {
  readonly on: written.OutcomeCodes;
  readonly where?: written.OutcomeWhere;
  readonly if?: written.Condition;
  readonly set?: written.Flags;
  readonly keeps?: Values;
  readonly do?: readonly Action[];
  readonly also?: readonly string[];
}

/** Ends in exactly one step. */
export type Outcome =
  | (Step & { readonly go: GoStep })
  | (Step & { readonly then: string; readonly says?: string })
  | (Step & { readonly state: string; readonly tells?: true })
  | (Step & { readonly stay: true; readonly says?: string })
  | (Step & { readonly leave: NonNullable<written.Outcome['leave']> });

export interface FlowEvent extends Omit<written.FlowEvent, 'body' | 'outcomes'> {
  /** What the call gets over its own body, or the step at a window takes. */
  readonly with?: Values;
  readonly outcomes: readonly Outcome[];
}

export interface Flow {
  readonly funnel?: written.Flow['funnel'];
  readonly timers?: written.Flow['timers'];
  readonly screens: Readonly<Record<string, Readonly<Record<string, FlowEvent>>>>;
}
