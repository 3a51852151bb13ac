/** Which file takes a property that stands in another, and what a property of other languages is called here. */
import { isDictionary } from '../documents.ts';
import { type Grammars, type Schema, titleOf } from './schema.ts';

/** A name as people know it → names of the grammar, of which the first that is allowed is meant. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  if: ['when'],
  condition: ['when'],
  where: ['when'],
  unless: ['not'],
  and: ['all'],
  or: ['any'],
  equals: ['is'],
  eq: ['is'],
  value: ['is', 'const'],
  values: ['in'],
  oneOf: ['in'],
  exists: ['present'],
  goto: ['go'],
  navigate: ['go'],
  redirect: ['leave'],
  next: ['then'],
  event: ['then'],
  actions: ['do'],
  with: ['body'],
  min: ['minLength', 'minItems'],
  max: ['maxLength', 'maxItems'],
  minimum: ['minLength', 'minItems'],
  maximum: ['maxLength', 'maxItems'],
  regex: ['pattern'],
  regexp: ['pattern'],
  input: ['widget'],
  required: ['optional'],
  href: ['url', 'screen'],
  to: ['screen'],
  type: ['kind', 'widget'],
  errors: ['fails'],
  codes: ['fails'],
  params: ['body', 'with'],
  data: ['body', 'with'],
};

/** The objects of a schema, with the title of each. */
function objectsOf(schema: unknown, found: Schema[] = []): Schema[] {
  if (Array.isArray(schema)) for (const each of schema) objectsOf(each, found);
  if (!isDictionary(schema)) return found;
  if (isDictionary(schema.properties)) found.push(schema as Schema);
  for (const inner of Object.values(schema)) objectsOf(inner, found);
  return found;
}

const PLACES: Readonly<Record<string, string>> = {
  'screen.json': 'screens/<screen>.json',
  'field.json': 'fields/<field>.json',
  'api.json': 'schemas/api/<call>.json',
};

/** Things that people speak of; a property of a smaller part is as likely an accident. */
const KNOWN = new Set(['call', 'event', 'outcome', 'notice', 'transit', 'choice', 'qr', 'form', 'provider', 'error']);

/** Names that mean something else in every file tell nothing. */
const MOST_OWNERS = 2;

/** Where a property belongs, in words; undefined when nothing, or too much, takes it. */
export function ownerOf(grammars: Grammars, name: string): string | undefined {
  const owners = Object.entries(grammars).flatMap(([file, grammar]) => {
    if (file === 'common.json' || file === 'messages.json') return [];
    const place = PLACES[file] ?? file;
    const isRoot = [grammar, ...(grammar.anyOf ?? [])].some((root) => root.properties?.[name] !== undefined);
    if (isRoot) return [place];
    const inner = objectsOf(grammar).find(
      (each) => each.properties?.[name] !== undefined && KNOWN.has(titleOf(each).toLowerCase()),
    );
    return inner ? [`${titleOf(inner)} of ${place}`] : [];
  });
  const roots = owners.filter((owner) => !owner.includes(' of '));
  const named = roots.length > 0 ? roots : owners;
  return named.length === 0 || named.length > MOST_OWNERS ? undefined : `${named.join(' or ')} takes it`;
}
