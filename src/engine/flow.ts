/** Events → outcomes → steps. */
import type { OutcomeWhere } from '../generated/config.ts';
import { type Facts, holds } from './condition.ts';
import type { Outcome } from './whole.ts';

/** What a call, or a step at a window, came to. `answer` is judged by its code alone, whatever the HTTP status. */
export type Result =
  | {
      readonly kind: 'answer';
      readonly code: string | number;
      readonly data: Readonly<Record<string, unknown>>;
      readonly requestId: string;
    }
  | {
      /** `blocked` and `closed` are said of a window, `unoffered` of a provider that the line has not, the others of a call. */
      readonly kind: 'offline' | 'timeout' | 'unreadable' | 'blocked' | 'closed' | 'unoffered';
    };

/** Whether a call succeeded. */
export function succeeded(result: Result | undefined): boolean {
  return result?.kind === 'answer' && result.code === 200;
}

function names(on: Outcome['on'], result: Result | undefined): boolean {
  const list = typeof on === 'string' ? [on] : on;
  return list.some((each) => {
    if (each === 'otherwise') return true;
    if (result === undefined) return false;
    if (each === 'ok') return succeeded(result);
    if (result.kind !== 'answer') return each === result.kind;
    return each === String(result.code);
  });
}

/**
 * Whether properties of an answer's data, or of a row of it, have the values wanted. A page's data has constants only:
 * the compiler has put them in the place of the names of enumerations' values.
 */
export function matches(where: OutcomeWhere | undefined, data: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where ?? {}).every(([name, wanted]) => data[name] === wanted);
}

/**
 * The first outcome that fits. Where none does the screen stays as it is: no page carries what is always so.
 * @param result what the call came to; absent when the event makes no call.
 */
export function pickOutcome<T extends Outcome>(outcomes: readonly T[], result: Result | undefined, facts: Facts): T {
  const data = result?.kind === 'answer' ? result.data : {};
  const fits = (each: T): boolean => names(each.on, result) && matches(each.where, data) && holds(each.if, facts);
  return outcomes.find(fits) ?? ({ on: 'otherwise', stay: true } as Outcome as T);
}
