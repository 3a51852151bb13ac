/**
 * Writes `docs/api.md` and `docs/openapi.json` (OpenAPI 3.1) from the calls, their shapes and the error catalogue.
 * `--check` writes nothing and exits 1 when either is stale.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Call } from '../engine/whole.ts';
import type { ErrorEntry, Field } from '../generated/config.ts';
import { wireName } from '../server/http/cookies.ts';
import { sharedShape } from './extras.ts';
import { writeOrCheck } from './generated-files.ts';
import { headerSets } from './implied.ts';
import { ENUM, loadData, PROVIDERS } from './load.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

interface Shape {
  readonly summary: string;
  readonly source?: string;
  readonly request: JsonObject;
  readonly response: JsonObject;
}

interface Documented {
  readonly id: string;
  readonly call: Call;
  /** Whether only some pages send the account that they were drawn for: nobody else needs to be signed in. */
  readonly sometimes: boolean;
  readonly shape: Shape;
  /** Path → lines that use it, where lines differ. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
}

/** Code of a call that needs somebody signed in. */
const NOT_SIGNED_IN = '602';

/** A session is a cookie, which pages cannot read; its name says whose accounts it is for, and whether TLS protects it. */
const SCHEMES: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  (['domestic', 'overseas'] as const).map((zone) => [
    `${zone}Session`,
    {
      type: 'apiKey',
      in: 'cookie',
      name: wireName('session', zone, true),
      description: `Session of an account of the ${zone} region: HttpOnly, SameSite=Lax, set by signing in. Without TLS its name is ${wireName('session', zone, false)}. Calls that change something also need an Origin of ours.`,
    },
  ]),
);

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces `field:<id>` by a component reference. */
function components(value: Json): Json {
  if (Array.isArray(value)) return value.map(components);
  if (!isObject(value)) return value;
  if (value.$ref === PROVIDERS) return { type: 'string', description: 'Id of a provider of the line.' };
  if (typeof value.$ref === 'string' && value.$ref.startsWith(ENUM))
    return { type: 'integer', description: `A number of the enumeration ${value.$ref.slice(ENUM.length)}.` };
  if (typeof value.$ref === 'string' && value.$ref.startsWith('field:'))
    return { $ref: `#/components/schemas/${value.$ref.slice('field:'.length)}` };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, components(item)]));
}

function document(lines: Readonly<Record<string, ResolvedLine>>): Documented[] {
  const all = Object.values(lines);
  const found = new Map<string, Documented>();
  for (const line of all) {
    const sets = headerSets(line);
    for (const [id, written] of Object.entries(line.calls.calls)) {
      const call = { ...written, headers: [...(sets.get(id) ?? [])] };
      const known = found.get(id);
      const paths = new Map(known?.paths ?? []);
      paths.set(call.path, [...(paths.get(call.path) ?? []), line.name]);
      const sometimes = call.headers.length > (written.headers ?? []).length;
      const shape = (sharedShape(line, id) ?? line.api[id]) as unknown as Shape | undefined;
      if (shape) found.set(id, { id, call: known?.call ?? call, sometimes, shape: known?.shape ?? shape, paths });
    }
  }
  return [...found.values()].sort(
    (one, other) => one.call.path.localeCompare(other.call.path) || one.id.localeCompare(other.id),
  );
}

const typeOf = (schema: Json): string => {
  if (!isObject(schema)) return '';
  if (schema.$ref === PROVIDERS) return 'id of a provider';
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith(ENUM))
    return `number of the enumeration \`${schema.$ref.slice(ENUM.length)}\``;
  if (typeof schema.$ref === 'string') return `field \`${schema.$ref.replace('field:', '')}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((item) => `\`${JSON.stringify(item)}\``).join(', ');
  if ('const' in schema) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.type === 'array') return `list of ${typeOf(schema.items) || 'values'}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
};

function table(schema: JsonObject): string {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const rows = Object.entries(properties).map(
    ([name, value]) => `| \`${name}\` | ${typeOf(value)} | ${required.includes(name) ? 'yes' : 'no'} |`,
  );
  return rows.length > 0 ? ['| property | value | always |', '|---|---|---|', ...rows].join('\n') : 'Nothing.';
}

function markdown(
  calls: readonly Documented[],
  errors: Readonly<Record<string, ErrorEntry>>,
  sentences: Readonly<Record<string, string>>,
): string {
  const parts = [
    '# Calls',
    'Generated by `npx tsx src/tools/api-docs.ts` from `lines/_base/calls.json`, `schemas/api/` and `errors.json`. Do not edit. The same as OpenAPI 3.1: [openapi.json](openapi.json).',
    'Every answer is an envelope `{ version, result, code, message, data, serverTime, requestId }`; `code` is 200 on success, else one of the codes below. Mutations need an `Origin` of the line, take an `Idempotency-Key` (a UUID), and refuse unknown properties.',
  ];
  for (const { id, call, shape, paths } of calls) {
    parts.push(`## ${id}`);
    const addresses = [...paths].map(
      ([address, lines]) => `\`${call.method} ${address}\`${paths.size > 1 ? ` (${lines.join(', ')})` : ''}`,
    );
    parts.push(`${addresses.join(', ')}. ${shape.summary}${shape.source ? ` Source: ${shape.source}.` : ''}`);
    if (call.headers?.length) parts.push(`Header sets: ${call.headers.map((name) => `\`${name}\``).join(', ')}.`);
    parts.push('Takes:', table(shape.request), 'Answers `data`:', table(shape.response));
    parts.push(`Fails with: ${call.fails.map((code) => `\`${code}\``).join(', ')}.`);
  }
  parts.push(
    '## Codes',
    [
      '| code | HTTP status | sentence |',
      '|---|---|---|',
      ...Object.entries(errors).map(
        ([code, entry]) =>
          `| \`${code}\` | ${entry.recorded ? 'not answered by this server' : (entry.status ?? 400)} | ${(sentences[`errors.${code}`] ?? '').replaceAll('|', '\\|')} |`,
      ),
    ].join('\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

function openApi(
  calls: readonly Documented[],
  errors: Readonly<Record<string, ErrorEntry>>,
  fields: Readonly<Record<string, Field>>,
  version: string,
): JsonObject {
  const envelope = (code: Json, data: Json): JsonObject => ({
    type: 'object',
    required: ['version', 'result', 'code', 'message', 'data', 'serverTime', 'requestId'],
    properties: {
      version: { const: '1.0.0' },
      result: { type: 'boolean' },
      code,
      message: { type: 'string' },
      data,
      serverTime: { type: 'integer', description: 'Milliseconds since 1970.' },
      requestId: { type: 'string' },
    },
  });
  const paths: Record<string, Record<string, Json>> = {};
  for (const { id, call, sometimes, shape, paths: addresses } of calls) {
    const statuses = new Map<number, string[]>();
    for (const code of call.fails) {
      if (call.plain?.includes(code)) continue;
      const status = errors[code]?.status ?? 400;
      statuses.set(status, [...(statuses.get(status) ?? []), code]);
    }
    const success = envelope({ const: 200 }, components(shape.response));
    const responses: Record<string, Json> = {
      200: {
        description: 'Success.',
        content: {
          'application/json': {
            schema:
              call.plain === undefined
                ? success
                : { anyOf: [success, envelope({ enum: call.plain }, { type: ['object', 'null'] })] },
          },
        },
      },
    };
    for (const [status, codes] of [...statuses].sort(([one], [other]) => one - other)) {
      responses[status] = {
        description: codes.join(', '),
        content: { 'application/json': { schema: envelope({ enum: codes }, { type: ['object', 'null'] }) } },
      };
    }
    const properties = isObject(shape.request.properties) ? shape.request.properties : {};
    const required = Array.isArray(shape.request.required) ? shape.request.required : [];
    [...addresses.keys()].forEach((address, index) => {
      paths[address] = {
        ...paths[address],
        [call.method.toLowerCase()]: {
          operationId: index === 0 ? id : `${id}-${index + 1}`,
          summary: shape.summary,
          // Who must be signed in says so among the codes that the call may answer.
          security: call.fails.includes(NOT_SIGNED_IN)
            ? [...(sometimes ? [{}] : []), ...Object.keys(SCHEMES).map((name) => ({ [name]: [] }))]
            : [],
          ...(call.method === 'GET'
            ? {
                parameters: Object.entries(properties).map(([name, schema]) => ({
                  name,
                  in: 'query',
                  required: required.includes(name),
                  schema: components(schema),
                })),
              }
            : {
                requestBody: { required: true, content: { 'application/json': { schema: components(shape.request) } } },
              }),
          responses,
        },
      };
    });
  }
  const schemas = Object.fromEntries(
    Object.entries(fields).map(([id, field]) => [id, (field.wire ?? field.rule) as unknown as Json]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version,
      description:
        'Generated by src/tools/api-docs.ts. Do not edit. Field rules are those of the base; a line may narrow them.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: SCHEMES, schemas },
  };
}

/** Path → text of the generated documents. */
async function apiDocuments(root: string): Promise<Record<string, string>> {
  const { lines } = resolveAll(await loadData(root));
  const calls = document(lines);
  const reference = Object.values(lines).find((line) => line.line.languages.offered.includes('en'));
  if (!reference) throw new Error('No line offers English, the language of the documents.');
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const errors = reference.errors.codes;
  return {
    'docs/api.md': markdown(calls, errors, reference.messages.en ?? {}),
    'docs/openapi.json': `${JSON.stringify(openApi(calls, errors, reference.fields, version), null, 2)}\n`,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeOrCheck('.', await apiDocuments('.'), 'npx tsx src/tools/api-docs.ts');
}
