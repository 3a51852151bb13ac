/**
 * Writes what follows from the grammar: `schemas/layers`, the grammars of layers' files; and the types that stand for the
 * data: `src/generated/config.ts` from `schemas/config`, `src/generated/api.ts` from `schemas/api`, and
 * `src/generated/calls.ts` from the calls and errors of all lines. `--check` writes nothing and exits 1 when one is stale.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { callTypes, pascal } from './call-types.ts';
import type { Grammars } from './checks/schema.ts';
import { writeOrCheck } from './generated-files.ts';
import { layerSchemas } from './layer-schemas.ts';
import { ENUM, loadData, PROVIDERS } from './load.ts';

type Json = string | number | boolean | null | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

const FIRST_LINE = '// Generated from schemas/ by `npx tsx src/tools/types.ts`. Do not edit.';

/** Names that differ from the PascalCase of their definition, so that they read well where they are used. */
const NAMES: Readonly<Record<string, string>> = {
  'api.json': 'ApiShape',
  'flow.json#/definitions/event': 'FlowEvent',
  'flow.json#/definitions/on': 'OutcomeCodes',
  'flow.json#/definitions/where': 'OutcomeWhere',
  'flow.json#/definitions/go': 'GoStep',
  'calls.json#/definitions/saved': 'SavedValue',
  'calls.json#/definitions/joined': 'JoinedValue',
  'theme.json#/definitions/colors': 'ThemeColors',
  'stored.json#/definitions/storedKey': 'StoredEntry',
  'screen.json#/definitions/form': 'ScreenForm',
};

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function typeName(reference: string): string {
  const [file = '', pointer] = reference.split('#/definitions/');
  return NAMES[reference] ?? pascal(pointer ?? file.replace('.json', ''));
}

/** A definition that is only a kind of string has no type of its own: `string` says as much. */
const isPlainString = (schema: Json | undefined) =>
  isObject(schema) && schema.type === 'string' && schema.enum === undefined;

async function readFolder(folder: string): Promise<Record<string, JsonObject>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const entries = names.map(async (name): Promise<[string, JsonObject]> => {
    const content = (await readFile(path.join(folder, name), 'utf8')).replace(/^\uFEFF/, '');
    return [name, JSON.parse(content)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Rewrites one grammar for the generator: references by type name, no titles (each would become a type), no `$schema`. */
function prepare(node: Json, lookUp: (reference: string) => Json | undefined): Json {
  if (Array.isArray(node)) return node.map((item) => prepare(item, lookUp));
  if (!isObject(node)) return node;
  if (typeof node.$ref === 'string') {
    return isPlainString(lookUp(node.$ref)) ? { type: 'string' } : { $ref: `#/definitions/${typeName(node.$ref)}` };
  }
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (['$schema', '$id', 'title', 'definitions', 'propertyNames', 'pattern'].includes(key)) continue;
    if (key === 'properties' && isObject(value)) {
      const { $schema: _, ...rest } = value;
      if (Object.keys(rest).length > 0 || node.additionalProperties === false) {
        result.properties = Object.fromEntries(
          Object.entries(rest).map(([name, schema]) => [name, prepare(schema, lookUp)]),
        );
      }
    } else result[key] = prepare(value, lookUp);
  }
  const names = node.propertyNames;
  if (isObject(names) && names.$ref === 'common.json#/definitions/offer') {
    return { description: node.description ?? '', tsType: 'Partial<Record<Offer, boolean>>' };
  }
  if (node.type === 'object' && !result.properties && node.additionalProperties === undefined) {
    return { description: node.description ?? '', tsType: 'Record<string, unknown>' };
  }
  return result;
}

/** Position of the brace or parenthesis that the one at `end` closes. */
function opening(code: string, end: number): number {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    if (code[at] === '}' || code[at] === ')') depth++;
    if ((code[at] === '{' || code[at] === '(') && --depth === 0) return at;
  }
  return 0;
}

/** Makes every property and list read-only: data is never written to. */
function readOnly(generated: string): string {
  let code = generated
    .replace(/^( +)("?[$\w]+"?\??:|\[k: string\]:)(?=\s)/gm, '$1readonly $2')
    .replace(/(\w+)\[\]/g, 'readonly $1[]');
  for (let at = code.search(/[})]\[\]/); at >= 0; ) {
    const start = opening(code, at);
    code = `${code.slice(0, start)}readonly ${code.slice(start)}`;
    const next = code.slice(at + 'readonly '.length + 1).search(/[})]\[\]/);
    at = next < 0 ? -1 : at + 'readonly '.length + 1 + next;
  }
  return code;
}

async function generate(bundle: JsonObject): Promise<string> {
  const code = await compile(bundle as JSONSchema, 'Everything', {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const withoutRoot = code
    .replace(/export interface Everything \{\s*\}\n*/, '')
    .replace(
      /\/\*\*\n \* This interface was referenced by `Everything`'s JSON-Schema\n \* via the `definition` "\w+"\.\n \*\/\n/g,
      '',
    )
    .replace(
      / \*\n \* This interface was referenced by `Everything`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      '',
    );
  return `${FIRST_LINE}\n\n${readOnly(withoutRoot).trimEnd()}\n`;
}

/** Types of every kind of data file, from its grammar. `root` is the repository's folder. */
async function configTypes(root: string): Promise<string> {
  const files = await readFolder(path.join(root, 'schemas/config'));
  const lookUp = (reference: string) => {
    const [file = '', name = ''] = reference.split('#/definitions/');
    return (files[file]?.definitions as JsonObject | undefined)?.[name];
  };
  const definitions: JsonObject = {};
  for (const [file, schema] of Object.entries(files)) {
    if (file !== 'common.json') definitions[typeName(file)] = prepare(schema, lookUp);
    for (const [name, definition] of Object.entries((schema.definitions ?? {}) as JsonObject)) {
      const reference = `${file}#/definitions/${name}`;
      if (!isPlainString(definition)) definitions[typeName(reference)] = prepare(definition, lookUp);
    }
  }
  return generate({ type: 'object', additionalProperties: false, definitions });
}

/** `field:<id>` becomes the type of that field's value on the wire. */
function resolveFields(node: Json, fields: Record<string, JsonObject>): Json {
  if (Array.isArray(node)) return node.map((item) => resolveFields(item, fields));
  if (!isObject(node)) return node;
  // Which providers there are is the line's to say.
  if (node.$ref === PROVIDERS) return { type: 'string' };
  if (typeof node.$ref === 'string' && node.$ref.startsWith(ENUM)) return { type: 'integer' };
  if (typeof node.$ref === 'string' && node.$ref.startsWith('field:')) {
    const field = fields[`${node.$ref.slice('field:'.length)}.json`];
    const rule = (field?.wire ?? field?.rule) as JsonObject | undefined;
    const { type, enum: values, items } = rule ?? {};
    return { ...(type && { type }), ...(values && { enum: values }), ...(items && { items }) };
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolveFields(value, fields)]));
}

/** `<Call>Request` and `<Call>Response` of every call. */
async function apiTypes(root: string): Promise<string> {
  const fields = await readFolder(path.join(root, 'schemas/fields'));
  const definitions: JsonObject = {};
  for (const [file, shape] of Object.entries(await readFolder(path.join(root, 'schemas/api')))) {
    const name = pascal(file.replace('.json', ''));
    for (const side of ['request', 'response'] as const) {
      const schema = prepare(resolveFields(shape[side] ?? {}, fields), () => undefined);
      const what = side === 'request' ? 'Request' : 'Response';
      definitions[`${name}${what}`] = { ...(schema as JsonObject), description: `${what}: ${String(shape.summary)}` };
    }
  }
  return generate({ type: 'object', additionalProperties: false, definitions });
}

/** Generated files by path relative to the repository. */
async function generateTypes(root: string): Promise<Record<string, string>> {
  return {
    ...layerSchemas((await readFolder(path.join(root, 'schemas/config'))) as Grammars),
    'src/generated/config.ts': await configTypes(root),
    'src/generated/api.ts': await apiTypes(root),
    'src/generated/calls.ts': callTypes(await loadData(root)),
  };
}

async function main(): Promise<void> {
  const root = process.cwd();
  await writeOrCheck(root, await generateTypes(root), 'npx tsx src/tools/types.ts');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
