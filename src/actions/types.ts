/** What a named action may do. The screens hand this in; an action knows neither a screen nor a call. */

import type { Clock } from '../browser/clock.ts';
import type { Lazy } from '../browser/lazy.ts';
import type { Location } from '../browser/location.ts';
import type { Opener } from '../browser/opener.ts';
import type { Store } from '../browser/storage.ts';
import type { Windows } from '../browser/window-steps.ts';
import type { LineFacts, Shell } from '../engine/pack.ts';
import type { Action } from '../engine/whole.ts';
import type { ActionName } from '../generated/config.ts';

export interface ActionContext {
  readonly line: LineFacts;
  readonly stored: Shell['stored'];
  readonly timers: Shell['timers'];
  readonly store: Store;
  readonly clock: Clock;
  readonly location: Location;
  readonly opener: Opener;
  readonly windows: Lazy<Windows>;
  /** A parameter that the address carried at arrival. */
  query(name: string): string | undefined;
  /** Sets the end of a countdown, ms since 1970. */
  startTimer(name: string, end: number): void;
  selectForm(form: string): void;
  focusField(field: string): void;
  /** Empties fields. */
  forgetFields(fields: readonly string[]): void;
  /** Fills empty fields from the flow values of their names. */
  fillFields(fields: readonly string[]): void;
  /** Forgets every flow value of the visit. */
  forgetFlow(): void;
  /** Forgets every flow value, and what was typed on any screen of this line. */
  forgetVisit(): void;
}

/** Carries an action out with the arguments that the data gives. @throws when an argument it needs is missing. */
export type ActionRun = (action: Action, context: ActionContext) => void;
export type Actions = Readonly<Record<ActionName, ActionRun>>;

/** An argument that an action cannot do without. */
export function needed<T>(action: Action, name: keyof Action, value: T | undefined): T {
  if (value === undefined) throw new Error(`Action ${action.action} needs ${name}.`);
  return value;
}
