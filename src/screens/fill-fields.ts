/** Fields filled from flow values; fetched when a screen asks for it, so that it imports nothing of the page. */
import { namer, propertyOf } from '../engine/flow-fields.ts';
import type { FieldValue } from '../engine/form-schema.ts';
import type { FormField } from '../engine/pack.ts';
import type { PageModel } from './page-model.ts';

/** Fills fields nobody has touched yet; a wire value of the field's enumeration becomes its name. */
export function fillFields(model: PageModel, known: ReadonlyMap<string, FormField>, ids: readonly string[]): void {
  const { pack, values, flow } = model.get();
  const filled: Record<string, FieldValue> = {};
  for (const id of ids) {
    const given = flow[propertyOf(id)];
    if (given === undefined || values[id] !== undefined) continue;
    const named = namer(pack, known.get(id));
    const value = Array.isArray(given) ? given.map(named).filter((each) => each !== undefined) : named(given);
    if (value !== undefined) filled[id] = value as FieldValue;
  }
  model.set({ values: { ...values, ...filled } });
}
