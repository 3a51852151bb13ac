/** What an editor says that knows JSON Schema and nothing else: plain Ajv with the schema that a file names. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

const editors = new Map<string, ValidateFunction>();

/** The schema that a file names, as an editor finds it: beside the file. */
function editorOf(file: string, named: unknown): ValidateFunction {
  const place = path.resolve(path.dirname(file), String(named));
  const known = editors.get(place);
  if (known) return known;
  const ajv = new Ajv({ strict: false, allErrors: true });
  const common = readJson('schemas/config/common.json');
  const schema = readJson(place);
  if (schema.$id !== common.$id) ajv.addSchema(common);
  const made = ajv.compile(schema);
  editors.set(place, made);
  return made;
}

/** @param schema path of the schema; the one that the value names where it is left out */
export function said(file: string, value: unknown, schema = (value as { $schema?: unknown }).$schema): ErrorObject[] {
  const editor = editorOf(file, schema);
  editor(value);
  return [...(editor.errors ?? [])];
}
