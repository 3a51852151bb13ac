/** Fields filled from flow values; fetched when a screen asks for it, so that it imports nothing of the page. */
import type { FieldValue } from '../engine/form-schema.ts';
import type { FormField } from '../engine/pack.ts';
import type { Visit } from './visit.ts';

/** `other-software` → `otherSoftware`: a flow value is named like its field, in the manner of properties. */
const propertyOf = (field: string): string =>
  field.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Fills fields nobody has touched yet; a wire value of the field's enumeration becomes its name. */
export function fillFields(visit: Visit, known: ReadonlyMap<string, FormField>, ids: readonly string[]): void {
  const { pack, values, flow } = visit.get();
  const filled: Record<string, FieldValue> = {};
  for (const id of ids) {
    const given = flow[propertyOf(id)];
    if (given === undefined || values[id] !== undefined) continue;
    const { field, options = [] } = known.get(id) ?? {};
    const names = field?.options === undefined ? undefined : (pack.enums?.[field.options.enum] ?? {});
    const named = (value: unknown): unknown =>
      names === undefined ? value : options.find((name) => names[name] === value);
    const value = Array.isArray(given) ? given.map(named).filter((each) => each !== undefined) : named(given);
    if (value !== undefined) filled[id] = value as FieldValue;
  }
  visit.set({ values: { ...values, ...filled } });
}
