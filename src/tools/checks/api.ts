/** Checks schemas/api/*.json: JSON Schemas that refuse unknown properties, with fields by reference. */
import { isDictionary } from '../documents.ts';
import { ENUM, type Path, PROVIDERS } from '../load.ts';
import { patternFault } from './patterns.ts';
import type { Scope } from './scope.ts';
import type { Names } from './values.ts';

const KEYWORDS = new Set(
  (
    'type properties required additionalProperties items enum const minLength maxLength pattern minimum maximum ' +
    'minItems maxItems uniqueItems $ref description title anyOf format'
  ).split(' '),
);

const SIZES = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'];
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']);

/** Keywords of a shape that mean nothing here; what lacks because of one is the same mistake. */
export const unknownKeywords = (schema: object): string[] =>
  Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));

export function checkApi(scope: Scope, names: Names): void {
  for (const [id, shape] of Object.entries(scope.line.api)) {
    for (const side of ['request', 'response'] as const) checkShape(scope, names, `api/${id}`, [side], shape[side]);
  }
}

function checkShape(scope: Scope, names: Names, document: string, at: Path, schema: unknown): void {
  if (!isDictionary(schema)) return;
  const unknown = unknownKeywords(schema);
  for (const keyword of unknown) scope.unknown(document, [...at, keyword], 'keyword', keyword, KEYWORDS, 'key');
  if (unknown.length > 0) return;
  if (typeof schema.$ref === 'string' && schema.$ref !== PROVIDERS) {
    const field = schema.$ref.replace(/^field:/, '');
    const { enums } = scope.line;
    if (schema.$ref.startsWith(ENUM)) {
      const name = schema.$ref.slice(ENUM.length);
      if (!enums[name]) scope.unknown(document, [...at, '$ref'], 'enumeration', name, Object.keys(enums));
    } else if (field === schema.$ref) {
      const message = `reference "${field}" is no field`;
      const name = field.replace(/^\w+:/, '');
      const meant = names.fields.has(name) ? `field:${name}` : enums[name] ? `enum:${name}` : undefined;
      const fix = meant ? `write "${meant}"` : 'write "field:<id>", "enum:<name>" or "providers"';
      scope.report(document, [...at, '$ref'], message, fix);
    } else if (!names.fields.has(field)) scope.unknown(document, [...at, '$ref'], 'field', field, names.fields);
  }
  for (const keyword of SIZES) {
    if (schema[keyword] === undefined || typeof schema[keyword] === 'number') continue;
    const fix = `write ${Number(schema[keyword]) || 'a number'}`;
    scope.report(document, [...at, keyword], `${keyword} is no number`, fix);
  }
  if (typeof schema.pattern === 'string') {
    const fault = patternFault(schema.pattern);
    if (fault) scope.report(document, [...at, 'pattern'], fault.message, fault.fix);
  }
  for (const [index, type] of [schema.type ?? []].flat().entries()) {
    const place = Array.isArray(schema.type) ? [...at, 'type', index] : [...at, 'type'];
    if (!TYPES.has(String(type))) scope.unknown(document, place, 'type', String(type), TYPES);
  }
  if (at[0] === 'request' && schema.additionalProperties === true) {
    const message = 'a request that takes any property';
    scope.report(document, [...at, 'additionalProperties'], message, 'write "additionalProperties": false');
  }
  if (schema.type === 'object' && schema.additionalProperties === undefined) {
    scope.report(
      document,
      at,
      'an object that does not say whether it takes other properties',
      'add "additionalProperties": false',
    );
  }
  const properties = isDictionary(schema.properties) ? schema.properties : {};
  for (const [name, inner] of Object.entries(properties)) {
    checkShape(scope, names, document, [...at, 'properties', name], inner);
  }
  for (const [index, name] of (Array.isArray(schema.required) ? schema.required : []).entries()) {
    if (!Object.hasOwn(properties, String(name))) {
      scope.unknown(document, [...at, 'required', index], 'property', String(name), Object.keys(properties));
    }
  }
  checkShape(scope, names, document, [...at, 'items'], schema.items);
  checkShape(scope, names, document, [...at, 'additionalProperties'], schema.additionalProperties);
  for (const [index, branch] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries()) {
    checkShape(scope, names, document, [...at, 'anyOf', index], branch);
  }
}
