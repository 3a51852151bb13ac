/** Everything a running page holds on to: handed to events, actions and components as one value. */

import type { World } from '../browser/world.ts';
import type { Sources } from '../engine/bind.ts';
import { type Facts, holds } from '../engine/condition.ts';
import { scalars } from '../engine/failures.ts';
import { cleanValue, type FieldValue, formData } from '../engine/form-schema.ts';
import { createTexts, type Params, type Texts } from '../engine/messages.ts';
import { ownProperty } from '../engine/own-property.ts';
import type { FormField, Pack, Shell } from '../engine/pack.ts';
import { type Query, readQuery } from '../engine/query.ts';
import { listedOrigin, siteName } from '../engine/redirect.ts';
import { allFields, type PageModel, type PageState } from './page-model.ts';

export interface Page {
  readonly shell: Shell;
  readonly world: World;
  readonly model: PageModel;
  /** A missing message is an exception outside production. */
  readonly production: boolean;
  /** Previews show a state as it stands: no event runs by itself. */
  readonly preview: boolean;
}

/** The parameters that the address carried at arrival. */
export function queryOf({ shell, world }: Page): Query {
  return readQuery(world.location.search(), shell.stored.query);
}

const cache = new WeakMap<Shell, WeakMap<Pack, Texts>>();

/** The sentences of a screen: its own, then the frame's. */
export function textsOf({ shell, production }: Pick<Page, 'shell' | 'production'>, pack: Pack): Texts {
  let ofShell = cache.get(shell);
  if (ofShell === undefined) {
    ofShell = new WeakMap();
    cache.set(shell, ofShell);
  }
  let texts = ofShell.get(pack);
  if (texts === undefined) {
    texts = createTexts({ catalogs: [pack.messages, shell.messages], language: shell.language, production });
    ofShell.set(pack, texts);
  }
  return texts;
}

/** Parameters that every sentence may use; `more` wins. */
export function paramsOf(page: Page, state: PageState, more: Params = {}): Params {
  const { line } = page.shell;
  const texts = textsOf(page, state.pack);
  return {
    ...line.limits,
    ...line.coupons,
    ...state.pack.coupons,
    ...line.contacts,
    currency: line.currency,
    // A name of two words stays on one line.
    brand: texts.text('line.brand').replaceAll(' ', '\u00a0'),
    // An answer may say how long to wait, and need not.
    when: texts.text('frame.later'),
    otherSite: siteName(line.otherZone?.url),
    ...scalars(state.flow),
    ...state.failureFlags,
    ...more,
  };
}

/** What conditions are asked about, as things stand. */
export function factsOf(page: Page, state: PageState): Facts {
  const { line, language } = page.shell;
  const facts: Facts = {
    // A field that is not shown counts as empty, whatever it held before; the checker sees to it that this ends.
    field: (id) => (isShown(state, id, facts) ? state.values[id] : undefined),
    flag: (name) => state.flags[name] ?? state.failureFlags[name],
    offer: (name) => line.offers[name as keyof typeof line.offers] ?? false,
    flow: (name) => state.flow[name],
    stored: (key) => page.world.store.read(key),
    line(property) {
      if (property === 'providers') return line.providers.map(({ id }) => id);
      return property === 'language' ? language : line[property];
    },
    query: (name) => ownProperty(queryOf(page), name),
    visit(fact) {
      const { present, framed } = page.world.opener;
      return { opened: present, framed, waiting: state.waiting !== undefined }[fact];
    },
    listed: (address) => listedOrigin(address, line.redirects.origins) !== undefined,
  };
  return facts;
}

/** Whether the selected form shows a field; of a name that is no field of the screen nothing is hidden. */
function isShown({ pack, form }: PageState, id: string, facts: Facts): boolean {
  const field = pack.forms[form]?.fields.find((each) => each.id === id);
  return field === undefined ? !allFields(pack).has(id) : holds(field.when, facts);
}

/** The fields of the selected form that are shown now. */
export function shownFields(page: Page, state: PageState): readonly FormField[] {
  const facts = factsOf(page, state);
  return (state.pack.forms[state.form]?.fields ?? []).filter((each) => holds(each.when, facts));
}

/** The selected form's values as they are validated and sent. */
export function shownData(page: Page, state: PageState): Readonly<Record<string, FieldValue>> {
  return formData(shownFields(page, state), state.values);
}

/** Where the bodies of calls take their values from. */
export function sourcesOf(page: Page, state: PageState): Sources {
  const { shell, world } = page;
  const fields = allFields(state.pack);
  const shown = new Set(shownFields(page, state).map((each) => each.id));
  const query = queryOf(page);
  return {
    // A field that is not shown is not sent, whatever it held before; one of an earlier page is.
    field(id) {
      if (!fields.has(id)) return state.unkept?.[id] ?? (state.flow[id] as FieldValue);
      return shown.has(id) ? cleanValue(fields.get(id), state.values[id]) : undefined;
    },
    flow: (name) => state.flow[name],
    query: (name) => query[name],
    stored: (key) => world.store.read(key),
    line: shell.line,
    language: shell.language,
    enums: { ...shell.enums, ...state.pack.enums },
  };
}

/** Whom a code goes to: what the form's field of that name holds, else the flow value. */
export function targetOf({ pack, form, values, flow }: PageState, to: string): string {
  const typed = pack.forms[form]?.fields.some(({ id }) => id === to);
  return String((typed ? values : flow)[to] ?? '').trim();
}

/**
 * What a countdown is kept by. A code's belongs to whom the code went to: a small sum, which countless others have in
 * common, so that it gives nobody away.
 */
export function timerKey(state: PageState, timer: string): string {
  const fields = state.pack.forms[state.form]?.fields ?? [];
  const to = fields.find(({ field }) => field.send?.timer === timer)?.field.send?.to;
  if (to === undefined) return timer;
  return `${timer} ${sumOf(targetOf(state, to))}`;
}

/** What a countdown's key ends in where it tells that its code is spent. */
export const SPENT = ' spent';

/** Whether the code that a countdown belongs to is spent. */
export function isSpent(state: PageState, timer: string): boolean {
  const key = timerKey(state, timer);
  const end = state.timers[key];
  return end !== undefined && end === state.timers[key + SPENT];
}

/** A small sum of a text, which countless others have in common. */
export function sumOf(text: string): number {
  let sum = 0;
  for (const each of text) sum = (sum * 31 + each.charCodeAt(0)) % 65521;
  return sum;
}

/** Whole seconds until a countdown ends; 0 when it is not running. */
export function secondsLeft(state: PageState, timer: string): number {
  const end = state.timers[timerKey(state, timer)];
  return end === undefined ? 0 : Math.max(0, Math.ceil((end - state.now) / 1000));
}

/** First path of a screen on this line; undefined for a screen without a route. */
export function pathOf(shell: Shell, screen: string): string | undefined {
  return shell.line.routes[screen]?.[0];
}
