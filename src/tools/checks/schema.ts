/** The part of JSON Schema that the grammars are written in, and how faults speak of it. */

import type { Path } from '../load.ts';

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** A grammar fault, placed by path; the caller knows the file. */
export interface GrammarFault {
  readonly at: Path;
  readonly part: 'value' | 'key';
  readonly message: string;
  readonly fix: string;
  /** The value is not of the shape that its readers rely on; otherwise it is only not among what is allowed. */
  readonly breaks: boolean;
  /** Properties of which only one may be there. */
  readonly rivals?: readonly string[];
  /** What it is about, where other files may tell of the same. */
  readonly name?: string;
}

/** Grammar files by name, for example `screen.json`. */
export type Grammars = Readonly<Record<string, Schema>>;

/** What the checker understands; a grammar that uses more would be obeyed only in part. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$schema $id $ref title description definitions type const enum anyOf properties additionalProperties propertyNames required ' +
    'minProperties maxProperties items minItems maxItems uniqueItems minLength maxLength pattern minimum maximum'
  ).split(' '),
);

/** A schema's title in the middle of a sentence: abbreviations and names of properties keep their capitals. */
export const titleOf = (schema: Schema, otherwise = 'value') =>
  (schema.title ?? otherwise).replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** A value as it is written in JSON. */
export const quote = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/** The JSON Schema type of a value, the narrowest. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Type → how a sentence calls it. */
export const TYPE_WORDS: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};
/** Types in a sentence. */
export const words = (types: readonly string[]) => types.map((type) => TYPE_WORDS[type] ?? type).join(' or ');

/** Whether a type is among those wanted; a whole number is a number. */
export const fits = (type: string, wanted: readonly string[]) =>
  wanted.includes(type) || (type === 'integer' && wanted.includes('number'));
