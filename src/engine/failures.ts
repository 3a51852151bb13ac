/** Faults, the browser's own and the service's, → which sentence stands where. Ajv's own texts are never used. */
import type { ErrorEntry, Rule } from '../generated/config.ts';
import type { Result } from './flow.ts';
import { type FieldValues, missingFields } from './form-schema.ts';
import type { FormField, Scalar } from './pack.ts';

/** What is read of an Ajv error. */
export interface RuleError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface FieldFault {
  readonly field: string;
  /** Keyword of the rule, title of a named pattern, `required`, or `sameAs`. */
  readonly keyword: string;
}

/** The fault told first when a value has several. */
const ORDER: readonly string[] = ['required', 'type', 'minLength', 'minItems', 'maxLength', 'maxItems'];

const rank = ({ keyword }: FieldFault): number => {
  const place = ORDER.indexOf(keyword);
  return place === -1 ? ORDER.length : place;
};

function readRuleError(error: RuleError, fields: ReadonlyMap<string, FormField>): FieldFault | undefined {
  if (error.keyword === 'required') return { field: String(error.params.missingProperty), keyword: 'required' };
  const field = error.instancePath.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  if (field === undefined) return undefined;
  return { field, keyword: ruleKeyword(error, fields.get(field)?.field.rule) };
}

/** The keyword that an error's sentence is found by: the title of a named pattern, else Ajv's own. */
export function ruleKeyword({ schemaPath, keyword }: RuleError, rule: Pick<Rule, 'allOf'> | undefined): string {
  const named = /\/allOf\/([0-9]+)\/pattern$/.exec(schemaPath);
  return (named && rule?.allOf?.[Number(named[1])]?.title) ?? keyword;
}

/**
 * The faults of a form's values, in the order of its fields, the one to tell first in front.
 * @param shown the fields that are shown; others are not judged.
 * @param data cleaned values (`formData`).
 * @param errors what the precompiled validator found in `data`.
 */
export function fieldFaults(
  shown: readonly FormField[],
  data: FieldValues,
  errors: readonly RuleError[],
): readonly FieldFault[] {
  const fields = new Map(shown.map((each) => [each.id, each]));
  const faults: FieldFault[] = [];
  for (const error of errors) {
    const fault = readRuleError(error, fields);
    if (fault !== undefined && fields.has(fault.field)) faults.push(fault);
  }
  for (const field of missingFields(shown, data)) faults.push({ field, keyword: 'required' });
  for (const { id, field } of shown) {
    if (field.sameAs === undefined || data[id] === undefined || data[id] === data[field.sameAs]) continue;
    faults.push({ field: id, keyword: 'sameAs' });
  }
  const order = [...fields.keys()];
  return faults.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field) || rank(a) - rank(b));
}

/** The message key of a field's fault. An unticked box that must be ticked counts as `required`. */
export function faultKey({ field, keyword }: FieldFault, has: (key: string) => boolean): string {
  const keywords =
    keyword === 'enum' ? ['enum', 'required'] : keyword === 'required' ? ['required', 'enum'] : [keyword];
  const keys = [
    ...keywords.map((each) => `fields.${field}.errors.${each}`),
    ...keywords.map((each) => `fields.errors.${each}`),
  ];
  return keys.find(has) ?? (keys[0] as string);
}

/** A call's failure, ready to be shown. */
export interface Failure {
  /** Wire code, or `offline`, `timeout`, `unreadable`. */
  readonly code: string;
  readonly shows: ErrorEntry['shows'];
  /** The field it stands at, when it `shows: field` and the form has that field. */
  readonly field?: string;
  /** The field that it concerns while its sentence stands elsewhere, until something is typed there. */
  readonly concerns?: string | undefined;
  /** The field whose code it spends, wherever its sentence stands. */
  readonly spent?: string | undefined;
  readonly key: string;
  /** The scalars of the answer's data and the request id: parameters of the sentence, and flags of these names. */
  readonly params: Readonly<Record<string, Scalar>>;
  readonly entry: ErrorEntry;
  /** The catalogue does not know this code: it is to be reported. */
  readonly unknown: boolean;
}

export interface FailureContext {
  readonly errors: (code: string) => ErrorEntry | undefined;
  readonly has: (key: string) => boolean;
  /** Ids of the fields that the visitor sees. */
  readonly fields: readonly string[];
  /** The field of the page that a call took a value of its body from, by the value's wire name. */
  readonly fieldOf?: (name: string) => string | undefined;
  readonly language: string;
}

/** An entry that says no more than where it shows. */
export const ALERT: ErrorEntry = { shows: 'alert' };

/** The fields an entry may stand at. */
export const errorFields = ({ field }: ErrorEntry): readonly string[] =>
  field === undefined ? [] : typeof field === 'string' ? [field] : field;

/** The scalars among an answer's data. */
export function scalars(data: Readonly<Record<string, unknown>> | null | undefined): Record<string, Scalar> {
  const found: Record<string, Scalar> = {};
  for (const [name, value] of Object.entries(data ?? {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found[name] = value;
  }
  return found;
}

/** When something may be tried again, in words: `in 5 minutes`, from two hours on `in 3 hours`. */
export function inWords(language: string, seconds: number): string {
  const hours = seconds > 7199;
  return new Intl.RelativeTimeFormat(language).format(
    Math.ceil(seconds / (hours ? 3600 : 60)),
    hours ? 'hour' : 'minute',
  );
}

/**
 * What to show for a result that is no success. The sentence: `errors.<code>.<field>` where the visitor sees that field
 * → `errors.<code>` → the safe general one with the request id. An entry that is `named` has the field's own sentence.
 */
export function readFailure(result: Result, { errors, has, fields, fieldOf, language }: FailureContext): Failure {
  const code = result.kind === 'answer' ? String(result.code) : result.kind;
  const entry = errors(code);
  const known = has(`errors.${code}`);
  const params: Record<string, Scalar> =
    result.kind === 'answer' ? { ...scalars(result.data), requestId: result.requestId } : {};
  if (typeof params.seconds === 'number') params.when = inWords(language, params.seconds);
  if (entry === undefined && !known) {
    return { code, shows: 'alert', key: 'errors.unknown', params, entry: ALERT, unknown: true };
  }
  const used = entry ?? ALERT;
  const named = used.named ? [fieldOf?.(String(params.field)) ?? ''] : errorFields(used);
  const present = named.find((each) => fields.includes(each));
  const field = used.shows === 'field' ? present : undefined;
  const ofField = (each: string): string =>
    used.named ? faultKey({ field: each, keyword: String(params.keyword) }, has) : `errors.${code}.${each}`;
  const precise = present === undefined ? undefined : ofField(present);
  return {
    code,
    shows: used.shows === 'field' && field === undefined ? 'alert' : used.shows,
    ...(field === undefined ? {} : { field }),
    ...(used.marks && { concerns: present }),
    ...(used.spends && { spent: present }),
    key: precise !== undefined && has(precise) ? precise : known ? `errors.${code}` : 'errors.unknown',
    params,
    entry: used,
    unknown: !known && !(precise !== undefined && has(precise)),
  };
}
