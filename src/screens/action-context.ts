/** What the named actions are given of a session, and what they do to a screen. */
import type { ActionContext } from '../actions/types.ts';
import { ownProperty } from '../engine/own-property.ts';
import { focusControl } from './focus.ts';
import { forgetTyped, keepFlow, keepTimers } from './memory.ts';
import { type Page, queryOf, timerKey } from './page.ts';
import { allFields, initialValues, type PageState } from './page-model.ts';

/** How things stood when an event began. */
export interface Began {
  readonly state: PageState;
  /** Where the cursor was. */
  readonly cursor: Element | null;
}

export function actionContext(page: Page, began?: Began): ActionContext {
  const { shell, world, model } = page;
  const forgetFlow = (): void => {
    model.set({ flow: {}, proven: undefined });
    keepFlow(page);
  };
  return {
    line: shell.line,
    stored: shell.stored,
    timers: shell.timers,
    store: world.store,
    clock: world.clock,
    location: world.location,
    opener: world.opener,
    windows: world.windows,
    query: (name) => ownProperty(queryOf(page), name),
    startTimer(name, end) {
      const { marks } = shell.timers[name] ?? {};
      if (marks !== undefined) world.store.write(marks, String(end));
      // What was typed meanwhile is not what the code went to, and the form not always the one that is shown.
      const { values, form } = began?.state ?? model.get();
      const key = timerKey({ ...model.get(), values, form }, name);
      model.set(({ timers }) => ({ timers: { ...timers, [key]: end }, now: world.clock.now() }));
      keepTimers(page);
    },
    selectForm: (form) => selectForm(page, form),
    focusField: (field) => focusControl(field, began?.cursor),
    forgetFields(fields) {
      const start = initialValues(model.get().pack);
      model.set(({ values, left }) => ({
        values: { ...values, ...Object.fromEntries(fields.map((field) => [field, start[field]])) },
        left: left.filter((field) => !fields.includes(field)),
      }));
    },
    fillFields: (fields) =>
      void import('./fill-fields.ts').then((late) => late.fillFields(model, allFields(model.get().pack), fields)),
    forgetFlow,
    forgetVisit() {
      model.set(({ pack }) => ({ values: initialValues(pack) }));
      forgetFlow();
      for (const screen of Object.keys(shell.line.routes)) forgetTyped(page, screen);
    },
  };
}

/** Selects another form: what both know stays, secrets and faults do not. */
export function selectForm(page: Page, form: string): void {
  page.model.set(({ pack, values }) => {
    if (pack.forms[form] === undefined) throw new Error(`No form is named ${form}.`);
    const secrets = Object.values(pack.forms).flatMap((each) => each.fields.filter(({ field }) => field.secret));
    return {
      form,
      values: { ...values, ...Object.fromEntries(secrets.map(({ id }) => [id, undefined])) },
      left: [],
      failure: undefined,
      fieldFailures: {},
      checks: {},
    };
  });
}
