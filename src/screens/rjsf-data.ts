/** What rjsf is given of a form, and what is taken over of what it reports. */
import type { ErrorSchema, UiSchema } from '@rjsf/utils';
import type { Failure } from '../engine/failures.ts';
import { type FieldValues, isSettled, lengthsOf } from '../engine/form-schema.ts';
import type { CompiledForm, FormField, Pack, PageCall } from '../engine/pack.ts';
import type { FieldOptions, FormContext, Sending } from '../widgets/context.ts';
import { controlId } from './focus.ts';
import { fitProofs, keepTypedSoon } from './memory.ts';
import { isSpent, type Page, paramsOf, secondsLeft, shownFields, targetOf, textsOf, timerKey } from './page.ts';
import { heldBy, type PageState } from './page-model.ts';
import { richNodes } from './rich.tsx';
import { runEvent } from './run-event.ts';
import type { Screening } from './screening.ts';

/** Keeps the data given by rjsf to what the fields know. */
export function pickValues(form: CompiledForm, values: FieldValues): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { id } of form.fields) if (values[id] !== undefined) picked[id] = values[id];
  return picked;
}

/** Where a field's code goes, as things stand. */
function sendingOf({ state }: Screening, { field }: FormField): Sending | undefined {
  const { send } = field;
  if (send === undefined) return undefined;
  const { to, timer } = send;
  const target = to === undefined ? '' : targetOf(state, to);
  return {
    seconds: timer === undefined ? 0 : secondsLeft(state, timer),
    sent: timer !== undefined && state.timers[timerKey(state, timer)] !== undefined,
    spent: timer !== undefined && isSpent(state, timer),
    target,
  };
}

/** A field's `uiSchema`: its texts, and all that its widget shows beside its value. */
function fieldUi(screening: Screening, formField: FormField): UiSchema {
  const { state, has, text, links } = screening;
  const { id, label, optional, field } = formField;
  const params = lengthsOf(formField);
  const check = state.checks[id] ?? 'idle';
  const key = `fields.${id}`;
  const maybe = (rest: string): string => (has(`${key}.${rest}`) ? text(`${key}.${rest}`, params) : '');
  const options: FieldOptions = {
    formField,
    params,
    check,
    concerned: state.failure?.concerns === id,
    ways: links(state.fieldFailures[id]?.entry.links ?? [], 'errors.links.'),
    ...(optional && { optional: text('frame.optional') }),
    pending: heldBy(state),
    sending: sendingOf(screening, formField),
  };
  return {
    'ui:widget': field.widget,
    'ui:title': text(label === undefined ? `${key}.label` : `${key}.labels.${label}`, params),
    'ui:help': check === 'unchecked' ? text('widgets.check.later') : maybe('hint'),
    'ui:placeholder': maybe('placeholder'),
    'ui:options': { ...options },
  };
}

const HIDDEN: UiSchema = { 'ui:widget': 'hidden' };

/** rjsf's `uiSchema` of a form, as things stand. */
export function uiSchemaOf(screening: Screening, form: CompiledForm): UiSchema {
  const { page, state } = screening;
  const shown = new Set(shownFields(page, state).map(({ id }) => id));
  const fields = form.fields.map((each): [string, UiSchema] => [
    each.id,
    shown.has(each.id) && !isSettled(each) ? fieldUi(screening, each) : HIDDEN,
  ]);
  return { 'ui:options': { username: usernameOf(screening) }, ...Object.fromEntries(fields) };
}

/** rjsf's `formContext` of a form: what it answers is as things stand when it is asked. */
export function formContextOf(page: Page, pack: Pack): FormContext {
  const { shell, model } = page;
  const texts = textsOf(page, pack);
  return {
    language: shell.language,
    line: shell.line,
    text: (key, params) => texts.text(key, paramsOf(page, model.get(), params)),
    rich: (key, params) => richNodes(texts, key, paramsOf(page, model.get(), params), shell.line.links),
    run: (event) => void runEvent(page, event),
  };
}

/** The first of the flow values that the form names its account by. */
function usernameOf({ state: { pack, form, flow } }: Screening): string | undefined {
  const names = pack.screen.kind === 'form' ? (pack.screen.forms[form]?.username ?? []) : [];
  const known = names.map((name) => flow[name]).find((value) => value !== undefined && value !== '');
  return known === undefined ? undefined : String(known);
}

/** rjsf's `extraErrors`: what is said of the fields, by the browser and by the service alike. */
export function errorsOf({ faultOf }: Screening, form: CompiledForm): ErrorSchema {
  const said = form.fields.flatMap((field): [string, ErrorSchema][] => {
    const sentence = faultOf(field);
    return sentence === undefined ? [] : [[field.id, { __errors: [sentence] } as object]];
  });
  return Object.fromEntries(said);
}

/** Fields about which something is said that hangs on others: a code on whom it goes to, a live check on what it sends. */
function dependents({ pack }: PageState, form: CompiledForm, touched: readonly string[]): readonly string[] {
  const reads = (body: PageCall['body'] = {}): boolean =>
    Object.values(body).some((value) => 'field' in value && touched.includes(value.field));
  return form.fields
    .filter(
      ({ field, checks = [] }) =>
        touched.includes(field.send?.to ?? '') ||
        checks.some(({ call, with: more }) => reads({ ...pack.calls[call]?.body, ...more })),
    )
    .map(({ id }) => id)
    .filter((id) => !touched.includes(id));
}

/**
 * Takes over what rjsf reports of a field; a changed one loses what was said about its last value.
 * @param control id of the field's control: of the others, rjsf may not know yet what they hold.
 * @returns fields of which the last word is no longer true, either.
 */
export function changeValues(
  { page, state }: Screening,
  form: CompiledForm,
  changed: FieldValues = {},
  control?: string,
): readonly string[] {
  const { model } = page;
  const before = model.get();
  if (before.pack !== state.pack || before.form !== state.form) return [];
  const touched = form.fields
    .map(({ id }) => id)
    .filter((id) => controlId(id) === control && changed[id] !== before.values[id]);
  if (touched.length === 0) return [];
  const others = dependents(before, form, touched);
  const drop = <T>(from: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(([field]) => !touched.includes(field) && !others.includes(field)));
  model.set({
    values: { ...before.values, ...Object.fromEntries(touched.map((id) => [id, changed[id]])) },
    typed: [...before.typed, ...touched.filter((id) => !before.typed.includes(id))],
    ...(touched.includes(before.failure?.concerns ?? '') && {
      failure: { ...before.failure, concerns: undefined } as Failure,
    }),
    fieldFailures: drop(before.fieldFailures),
    checks: drop(before.checks),
  });
  fitProofs(page, touched);
  keepTypedSoon(page);
  return others;
}
