/** What rjsf is given of a form, and what is taken over of what it reports. */
import type { UiSchema } from '@rjsf/utils';
import type { Failure } from '../engine/failures.ts';
import { type FieldValues, isSettled } from '../engine/form-schema.ts';
import type { CompiledForm } from '../engine/pack.ts';
import { controlId } from './focus.ts';
import { forgetProofs, keepTypedSoon } from './memory.ts';
import type { Screening } from './screening.ts';

/** Keeps the data given by rjsf to what the fields know. */
export function pickValues(form: CompiledForm, values: FieldValues): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { id } of form.fields) if (values[id] !== undefined) picked[id] = values[id];
  return picked;
}

export function uiSchemaOf(form: CompiledForm, shown: ReadonlySet<string>): UiSchema {
  const ui: UiSchema = { 'ui:order': form.fields.map(({ id }) => id) };
  for (const each of form.fields) {
    const hidden = !shown.has(each.id) || isSettled(each);
    ui[each.id] = { 'ui:widget': hidden ? 'hidden' : each.field.widget };
  }
  return ui;
}

/**
 * Takes over what rjsf reports of a field; a changed one loses what was said about its last value.
 * @param control id of the field's control: of the others, rjsf may not know yet what they hold.
 */
export function changeValues(
  { session, state }: Screening,
  form: CompiledForm,
  changed: FieldValues = {},
  control?: string,
): void {
  const { visit } = session;
  const before = visit.get();
  if (before.pack !== state.pack || before.form !== state.form) return;
  const touched = form.fields
    .map(({ id }) => id)
    .filter((id) => controlId(id) === control && changed[id] !== before.values[id]);
  if (touched.length === 0) return;
  const drop = <T>(from: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(([field]) => !touched.includes(field)));
  visit.set({
    values: { ...before.values, ...Object.fromEntries(touched.map((id) => [id, changed[id]])) },
    typed: [...before.typed, ...touched.filter((id) => !before.typed.includes(id))],
    ...(touched.includes(before.failure?.concerns ?? '') && {
      failure: { ...before.failure, concerns: undefined } as Failure,
    }),
    fieldFailures: drop(before.fieldFailures),
    checks: drop(before.checks),
  });
  // Another phone is not the one that was proven.
  const targets = Object.entries(before.proven?.targets ?? {});
  const spent = targets.flatMap(([id, { value, proofs }]) =>
    touched.includes(id) && changed[id] !== value ? proofs : [],
  );
  if (spent.length > 0) forgetProofs(session, spent);
  keepTypedSoon(session);
}
