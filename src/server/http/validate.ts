/** Requests and responses against `schemas/api/`, the field rules being the line's. */
import { Ajv, type ValidateFunction } from 'ajv';
import { ruleKeyword } from '../../engine/failures.ts';
import { ownProperty } from '../../engine/own-property.ts';
import type { ServerLine } from '../../engine/pack.ts';
import type { Rule } from '../../generated/config.ts';
import type { Failure } from '../types.ts';

export interface CallValidators {
  /** What is wrong with a request, as the failure to answer; undefined when nothing is. */
  request(body: unknown): Failure | undefined;
  /** What is wrong with a success's data, for the log; undefined when nothing is. */
  response(data: unknown): string | undefined;
}

const ENVELOPE_CODES = { invalid: 'InvalidParameter', empty: 'EmptyParameter' } as const;
/** A name of a field as it may be repeated to the sender. */
const FIELD = /^[A-Za-z0-9_.-]{1,64}$/;

const FORMATS: Readonly<Record<string, RegExp | ((text: string) => boolean)>> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  uri: (text) => URL.canParse(text),
};

function ajv(coerce: boolean): Ajv {
  const instance = new Ajv({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    coerceTypes: coerce,
    allErrors: false,
    validateSchema: false,
  });
  for (const [name, format] of Object.entries(FORMATS)) instance.addFormat(name, format);
  return instance;
}

/** Compiles one call's schemas. A GET's values arrive as text and are turned into what the schema asks for. */
export function compileValidators(line: ServerLine, call: string): CallValidators {
  const shapes = line.api[call];
  if (!shapes) throw new Error(`The line ${line.name} has no shapes for the call ${call}.`);
  const request = ajv(line.calls[call]?.method === 'GET').compile(shapes.request);
  const response = ajv(false).compile(shapes.response);
  const required = (shapes.request as { required?: readonly string[] }).required ?? [];
  return {
    request(body) {
      if (typeof body !== 'object' || body === null || Array.isArray(body))
        return { code: ENVELOPE_CODES.invalid, data: null };
      if (!isStorable(body)) return { code: ENVELOPE_CODES.invalid, data: null };
      for (const field of required) {
        const value = Object.hasOwn(body, field) ? (body as Record<string, unknown>)[field] : undefined;
        if (value === undefined || value === null || value === '')
          return { code: ENVELOPE_CODES.empty, data: { field, keyword: 'required' } };
      }
      return request(body) ? undefined : refusal(request, shapes.request);
    },
    response: (data) =>
      response(data)
        ? undefined
        : `${response.errors?.[0]?.instancePath ?? ''} ${response.errors?.[0]?.message ?? ''}`.trim(),
  };
}

/** The failure names the value and the keyword of its rule, so that the page can say it in the words of its field. */
function refusal({ errors }: ValidateFunction, shape: { readonly properties?: unknown }): Failure {
  const [error] = errors ?? [];
  const params = error?.params as { additionalProperty?: string; missingProperty?: string } | undefined;
  const field = error?.instancePath.split('/')[1] ?? params?.additionalProperty ?? params?.missingProperty;
  if (error === undefined || field === undefined || !FIELD.test(field))
    return { code: ENVELOPE_CODES.invalid, data: null };
  const rules = shape.properties as Readonly<Record<string, Rule>> | undefined;
  return {
    code: ENVELOPE_CODES.invalid,
    data: { field, keyword: ruleKeyword(error, ownProperty(rules ?? {}, field)) },
  };
}

/** NUL characters and halves of characters cannot be stored as text. Walks without recursion, since nesting is the sender's. */
function isStorable(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      if (/[\0\p{Surrogate}]/u.test(next)) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, each] of Object.entries(next)) open.push(key, each);
    }
  }
  return true;
}
