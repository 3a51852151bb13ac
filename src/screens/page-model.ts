/**
 * What is going on in a page, as one value: the screen shown, what its fields hold, what was kept along the flow.
 * A store outside React, since events outlive renders and the first render must equal the prerendered page.
 */

import type { CaptchaAnswer } from '../engine/bind.ts';
import type { Failure } from '../engine/failures.ts';
import { type FieldValue, type FieldValues, initialValue } from '../engine/form-schema.ts';
import type { FormField, Pack, Scalar } from '../engine/pack.ts';
import type { FormScreen, Screen } from '../generated/config.ts';

/** Event that runs when a screen is shown. */
export const LOAD = 'load';
/** Event that runs when somebody looks at the page again. */
export const SEEN = 'seen-again';

export interface CaptchaRequest {
  /** Ends the request; undefined when the visitor closed the dialog. */
  answer(answer: CaptchaAnswer | undefined): void;
}

/** `unchecked`: it could not be checked now. */
export type CheckState = 'checking' | 'passed' | 'failed' | 'unchecked';

interface ProvenTarget {
  readonly value: FieldValue;
  /** Names of flow values. */
  readonly proofs: readonly string[];
  /** Those flow values, while the field holds something else. */
  readonly away?: Readonly<Record<string, unknown>>;
}

/** What codes, links and tokens proved in the flow under way. */
export interface Proven {
  /** Of the history's entries that belong to the flow. */
  readonly mark: string;
  /** When the latest proof was made, ms since 1970. */
  readonly since: number;
  /** The flow values that came with it. */
  readonly names: readonly string[];
  /** Field → what it held when a code that went there proved it, and the proofs of that. */
  readonly targets?: Readonly<Record<string, ProvenTarget>>;
  /** Screens of the earlier pages of the form under way. */
  readonly pages?: readonly string[] | undefined;
  /** Whether something typed there is in memory alone. */
  readonly secret?: boolean;
}

export interface Said {
  readonly text: string;
  /** `warning` when absent. */
  readonly tone: 'info' | 'success' | undefined;
}

export interface PageState {
  readonly pack: Pack;
  /** Form → its validators, as loaded; a form without them is judged by the service alone. */
  readonly validators: Readonly<Record<string, unknown>>;
  /** Counts screens shown; 0 is the page as loaded. */
  readonly shown: number;
  /** State of a notice, transit or QR screen. */
  readonly state: string;
  /** Form (tab) selected. */
  readonly form: string;
  /** What the step that led here says, once. */
  readonly said: Said | undefined;
  /** Name of what is said of the event that ran last. */
  readonly told: string | undefined;
  readonly values: FieldValues;
  /** Flow values: scalars and lists. */
  readonly flow: Readonly<Record<string, unknown>>;
  readonly proven: Proven | undefined;
  /** What was typed on earlier pages of a form and no storage may hold; undefined where it is lost. */
  readonly unkept: FieldValues | undefined;
  readonly flags: Readonly<Record<string, Scalar>>;
  /** Parameters of the last failure; flags of the same names until the next call. */
  readonly failureFlags: Readonly<Record<string, Scalar>>;
  /** Fields that something was typed into, or chosen in. */
  readonly typed: readonly string[];
  /** Fields that are judged: those that were left, or shown when the form was sent. */
  readonly left: readonly string[];
  /** Failure shown as alert, dialog or page. */
  readonly failure: Failure | undefined;
  readonly fieldFailures: Readonly<Record<string, Failure>>;
  readonly checks: Readonly<Record<string, CheckState>>;
  /** Event under way that the visitor, or the page on arrival, waits for. */
  readonly pending: string | undefined;
  /** Event that waits for another window or a frame, while the visitor may do something else. */
  readonly waiting: string | undefined;
  /** Row that the pending event concerns. */
  readonly pendingRow: string | undefined;
  /** Timer → its end, ms since 1970. */
  readonly timers: Readonly<Record<string, number>>;
  /** The clock as last looked at, for countdowns. */
  readonly now: number;
  readonly online: boolean;
  /** Whether storage outlives a reload; assumed until looked at. */
  readonly durable: boolean;
  /** Whether the browser takes cookies, without which nobody can sign in; assumed until looked at. */
  readonly cookies: boolean;
  readonly captcha: CaptchaRequest | undefined;
}

/** What changes with every key, and concerns the fields. */
const TYPED: ReadonlySet<string> = new Set<keyof PageState>(['values', 'typed', 'left', 'fieldFailures', 'checks']);

/** Whether two states differ in nothing but what is typed and said of it. */
export function onlyTyped(before: PageState, after: PageState): boolean {
  const keys = Object.keys(after) as (keyof PageState)[];
  return keys.every((key) => TYPED.has(key) || before[key] === after[key]);
}

/** Event under way that keeps the visitor from another one: what the page loads by itself keeps nobody from anything. */
export const heldBy = ({ pending }: PageState): string | undefined => (pending === LOAD ? undefined : pending);

export interface PageModel {
  get(): PageState;
  set(change: Partial<PageState> | ((state: PageState) => Partial<PageState>)): void;
  subscribe(listener: () => void): () => void;
}

export function createPageModel(initial: PageState): PageModel {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const changes = typeof change === 'function' ? change(state) : change;
      if (Object.entries(changes).every(([key, value]) => Object.is(state[key as keyof PageState], value))) return;
      state = { ...state, ...changes };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A field was left: it is judged from now on, unless the visitor only passed through. */
export function leaveField(model: PageModel, id: string): void {
  const { typed, values, left } = model.get();
  if (!left.includes(id) && (typed.includes(id) || values[id] !== undefined)) model.set({ left: [...left, id] });
}

/** Resolves once the page is so. */
export function when(model: PageModel, isSo: (state: PageState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isSo(model.get())) return;
      stop();
      resolve();
    };
    const stop = model.subscribe(look);
    look();
  });
}

/** Resolves once no event keeps the visitor from another one. */
export const whenFree = (model: PageModel): Promise<void> => when(model, (state) => heldBy(state) === undefined);

/** Name of a form of this screen; screens of other kinds have at most one. */
export function firstForm(pack: Pack): string {
  return tabsOf(pack)[0] ?? '';
}

/** Names of the forms that a screen shows in the page; those it opens as a dialog are left out. */
export function tabsOf({ screen, forms }: Pack): readonly string[] {
  return Object.keys(forms).filter((name) => screen.kind !== 'form' || screen.forms[name]?.dialog === undefined);
}

/** The screen whose form goes on in this one; undefined where a form begins. */
export const followed = ({ screen }: Pack): string | undefined => (screen as Partial<FormScreen>).follows;

/** The state that a screen starts in. */
function initialState(screen: Screen): string {
  return 'initial' in screen ? screen.initial : '';
}

/** Every field of a screen, by id. */
export function allFields(pack: Pack): ReadonlyMap<string, FormField> {
  const fields = new Map<string, FormField>();
  for (const form of Object.values(pack.forms)) for (const each of form.fields) fields.set(each.id, each);
  return fields;
}

/** What the fields of a screen hold before anyone touched them. */
export function initialValues(pack: Pack): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const [id, field] of allFields(pack)) {
    const value = initialValue(field);
    if (value !== undefined) values[id] = value;
  }
  return values;
}

/** A fresh state for a screen; what belongs to the visit as a whole is taken over from `before`. */
export function arrive(
  pack: Pack,
  validators: PageState['validators'],
  before?: PageState,
  options: {
    readonly state?: string | undefined;
    readonly said?: Said | undefined;
    readonly values?: FieldValues;
  } = {},
): PageState {
  // A countdown that a failure began ends with it.
  const { [before?.failure?.entry.timer ?? '']: _, ...timers } = before?.timers ?? {};
  return {
    pack,
    validators,
    shown: before === undefined ? 0 : before.shown + 1,
    state: options.state ?? initialState(pack.screen),
    form: firstForm(pack),
    said: options.said,
    told: undefined,
    values: { ...initialValues(pack), ...options.values },
    flow: before?.flow ?? {},
    proven: before?.proven,
    unkept: before?.unkept,
    flags: {},
    failureFlags: {},
    typed: [],
    left: [],
    failure: undefined,
    fieldFailures: {},
    checks: {},
    pending: undefined,
    pendingRow: undefined,
    waiting: undefined,
    timers,
    now: before?.now ?? 0,
    online: before?.online ?? true,
    durable: before?.durable ?? true,
    cookies: before?.cookies ?? true,
    captcha: undefined,
  };
}
