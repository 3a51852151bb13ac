/** What the controls of a page were posted with, as its fields hold it. */
import type { FieldValue, FieldValues } from '../engine/form-schema.ts';
import type { CompiledForm, Shell } from '../engine/pack.ts';
import { areaOf, fromInternational, toE164 } from '../widgets/areas.ts';

/** What a control was posted with, as its field holds it. */
function fieldValue(schema: unknown, sent: readonly string[]): FieldValue {
  const { type } = (schema ?? {}) as { readonly type?: string };
  if (type === 'boolean') return sent.length > 0;
  if (type === 'array') return [...sent];
  return sent[0] === '' ? undefined : sent[0];
}

/** A phone as it is typed: in its area, or with a calling code of its own. */
function phoneValue(sent: URLSearchParams, id: string, { phone }: Shell['line']): string | undefined {
  const text = sent.get(id) ?? '';
  const code = sent.get(`${id}-country-code`)?.replace('+', '');
  const own = areaOf(phone?.region, phone?.area);
  const area = code === undefined || code === own.code ? own : areaOf(undefined, code);
  const international = fromInternational(text, area);
  const value = international ? toE164(international.area, international.rest) : toE164(area, text);
  return value === '' ? undefined : value;
}

/** The form's fields as they were posted; what no control stands for keeps what it has. */
export function valuesOf(
  form: CompiledForm,
  held: FieldValues,
  sent: URLSearchParams,
  line: Shell['line'],
): Record<string, FieldValue> {
  const { properties = {} } = form.schema as { readonly properties?: Readonly<Record<string, unknown>> };
  const found = form.fields.flatMap(({ id, field }): [string, FieldValue][] => {
    const { type } = (properties[id] ?? {}) as { readonly type?: string };
    if (!sent.has(id) && type !== 'boolean' && type !== 'array') return [];
    if (field.widget === 'phone') return [[id, phoneValue(sent, id, line)]];
    return [[id, fieldValue(properties[id], sent.getAll(id))]];
  });
  return { ...held, ...Object.fromEntries(found) };
}
