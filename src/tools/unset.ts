/** Paths that the grammar knows and a line leaves out: what stands there where it is set. */
import type { Grammars, Schema } from './checks/schema.ts';
import { isDictionary } from './documents.ts';
import { typeText } from './reference.ts';

const REFERENCE = /^(?:([^#]+))?#\/definitions\/(.+)$/;

/** What a schema may be, references followed. `file`: the grammar that it stands in. */
function choices(
  grammars: Grammars,
  file: string,
  schema: Schema,
): { readonly file: string; readonly schema: Schema }[] {
  const [, other = file, name = ''] = REFERENCE.exec(schema.$ref ?? '') ?? [];
  const found = schema.$ref === undefined ? undefined : grammars[other]?.definitions?.[name];
  if (found !== undefined) return choices(grammars, other, { description: schema.description, ...found } as Schema);
  return [{ file, schema }, ...(schema.anyOf ?? []).flatMap((each) => choices(grammars, file, each))];
}

interface Found {
  readonly file: string;
  readonly schema: Schema;
  readonly isNeeded: boolean;
}

/** What is known of a path; nothing where a step is a name that data gives, and no data gives it. */
function find(grammars: Grammars, at: Found, value: unknown, steps: readonly string[]): Found | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return at;
  for (const { file, schema } of choices(grammars, at.file, at.schema)) {
    const inner = isDictionary(value) || Array.isArray(value) ? (value as Record<string, unknown>)[step] : undefined;
    const property = schema.properties?.[step];
    const listed = inner === undefined ? undefined : (schema.items ?? schema.additionalProperties);
    const next = property ?? (typeof listed === 'object' ? listed : undefined);
    if (next === undefined) continue;
    const isNeeded = schema.required?.includes(step) === true;
    const found = find(grammars, { file, schema: next, isNeeded }, inner, rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What would stand at a path of a document, in a sentence: whether it may be left out, its values, what it means. Undefined
 * where the grammar does not know the path.
 */
export function unsetText(grammars: Grammars, id: string, value: unknown, path: string): string | undefined {
  const file = `${id}.json`;
  const root = grammars[file];
  const found = root && find(grammars, { file, schema: root, isNeeded: false }, value, path.split('.'));
  if (!found) return undefined;
  const [{ schema } = found] = choices(grammars, found.file, found.schema);
  const type = typeText(schema)
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '');
  const above = path.split('.').slice(0, -1).join('.');
  const isFree = found.isNeeded ? `needed where "${above}" is set` : 'optional';
  const meaning = found.schema.description ?? schema.description;
  return [`not set; ${isFree}, ${type}`, ...(meaning === undefined ? [] : [meaning])].join('\n');
}

/** Paths that a grammar names, those within names that data gives not among them. */
export function pathsIn(schema: Schema | undefined, above = ''): string[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, inner]) =>
    name === '$schema' ? [] : [`${above}${name}`, ...pathsIn(inner, `${above}${name}.`)],
  );
}
