/**
 * A form's fields → one flat JSON Schema, and what the fields hold → what is validated and sent.
 * The schema carries no text, so that equal forms of several lines and languages share their validators.
 */
import type { FormField, Pack, Scalar } from './pack.ts';

/** Where the validators of each form of a pack are: those of a screen are mostly one module, whose address the first form tells. */
export function validatorsOf({ forms }: Pick<Pack, 'forms'>): [form: string, address: string][] {
  let last = '';
  return Object.entries(forms).map(([form, { validators }]) => {
    last = validators || last;
    return [form, last];
  });
}

export type FieldValue = Scalar | readonly Scalar[] | undefined;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A field with one option only that asks not to be shown: its value is sent all the same. */
export function isSettled({ field, options }: FormField): boolean {
  return field.only === true && options?.length === 1;
}

/** Whether a field must be filled in whenever it is shown. */
function isDemanded({ field, optional }: FormField): boolean {
  if (optional) return false;
  return field.rule.type !== 'boolean' || field.rule.enum !== undefined;
}

/** The rule with the options that this line offers. */
function ruleOf({ field, options }: FormField): Record<string, unknown> {
  const rule: Record<string, unknown> = { ...field.rule };
  if (options === undefined) return rule;
  if (field.rule.type === 'array') rule.items = { ...field.rule.items, enum: options };
  else rule.enum = options;
  return rule;
}

/**
 * The JSON Schema of a form. A field with a condition is left out of `required`, since whether it is shown is known only
 * while the form is used; `missingFields` sees to it.
 */
export function formSchema(fields: readonly FormField[]): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((each) => [each.id, ruleOf(each)])),
    required: fields.filter((each) => isDemanded(each) && each.when === undefined).map((each) => each.id),
  };
}

/** Shown fields with a condition that must be filled in and are not. */
export function missingFields(shown: readonly FormField[], data: FieldValues): readonly string[] {
  return shown
    .filter((each) => each.when !== undefined && isDemanded(each) && data[each.id] === undefined)
    .map((each) => each.id);
}

/** The lengths of a field's rule, as its sentences name them. */
export function lengthsOf({ field: { rule } }: FormField): Readonly<Record<string, Scalar>> {
  const { minLength, maxLength } = rule;
  return {
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}

/** What a field holds before anyone touched it. */
export function initialValue(field: FormField): FieldValue {
  if (isSettled(field)) return field.options?.[0];
  return field.field.default;
}

/** Marks without width: of direction, of joining, of bytes. */
export const UNSEEN = /\p{Cf}+/gu;

/**
 * What a field counts as: texts that are no secret without spaces around them, an empty text and an empty list as absent,
 * so that the browser judges the very value it sends.
 */
export function cleanValue(field: FormField | undefined, value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'string') return value ?? undefined;
  const { secret, rule } = field?.field ?? {};
  // An input method for Chinese types full-width letters, and what is copied has marks that nobody sees: a pattern would refuse both.
  const text = secret ? value : (rule?.pattern ? value.normalize('NFKC').replace(UNSEEN, '') : value).trim();
  return text === '' ? undefined : text;
}

/** The values that are validated and sent: those of the shown fields, cleaned, absent ones left out. */
export function formData(shown: readonly FormField[], values: FieldValues): FieldValues {
  const data: Record<string, FieldValue> = {};
  for (const each of shown) {
    const value = cleanValue(each, values[each.id]);
    if (value !== undefined) data[each.id] = value;
  }
  return data;
}
