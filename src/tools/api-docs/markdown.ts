/** `docs/api.md`: every call, and what all of them share. */
import type { Field } from '../../generated/config.ts';
import { ENUM, PROVIDERS } from '../load.ts';
import {
  type Documented,
  type Errors,
  isObject,
  type Json,
  type JsonObject,
  type Lines,
  statusesOf,
} from './documented.ts';
import { dataOf, FAILURE_DATA } from './failures.ts';
import { type Header, headersOfCalls, headersOfSets } from './headers.ts';

export interface Facts {
  readonly calls: readonly Documented[];
  readonly lines: Lines;
  readonly errors: Errors;
  readonly fields: Readonly<Record<string, Field>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly sentences: Readonly<Record<string, string>>;
}

/** Where the numbers of a call have their names. */
interface Named {
  readonly enums: Facts['enums'];
  readonly body: JsonObject;
}

const FIELD = 'field:';
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');
const rowsOf = (head: string, rows: readonly string[]): string => {
  const columns = head.split('|').length - 2;
  return [head, `|${'---|'.repeat(columns)}`, ...rows].join('\n');
};

function typeOf(schema: Json): string {
  if (!isObject(schema)) return '';
  const { $ref } = schema;
  if ($ref === PROVIDERS) return 'id of a provider';
  if (typeof $ref === 'string' && $ref.startsWith(ENUM))
    return `number of the [enumeration](#enumerations) \`${$ref.slice(ENUM.length)}\``;
  if (typeof $ref === 'string') return `[field](#fields) \`${$ref.replace(FIELD, '')}\``;
  if (Array.isArray(schema.enum)) return schema.enum.map((item) => code(JSON.stringify(item))).join(', ');
  if ('const' in schema) return code(JSON.stringify(schema.const));
  if (schema.type === 'array') return `list of ${typeOf(schema.items) || 'values'}`;
  return Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
}

/** The enumeration that the numbers of a property are of: the one of its name, or that which pages take it from. */
function enumerationOf(name: string, value: Json, { enums, body }: Named): string {
  const bound = body[name];
  const id = Object.hasOwn(enums, name)
    ? name
    : isObject(bound) && typeof bound.enum === 'string'
      ? bound.enum
      : undefined;
  const known = id === undefined ? [] : Object.values(enums[id] ?? {});
  const isOfIt = isObject(value) && Array.isArray(value.enum) && value.enum.every((each) => known.includes(each));
  return isOfIt ? `: [enumeration](#enumerations) \`${id}\`` : '';
}

/** A row for each property, those of objects and of lists of objects under their own. */
function rows(schema: JsonObject, named: Named, above = ''): string[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const said = isObject(value) ? (value.description ?? value.title) : undefined;
    const told = said === undefined ? enumerationOf(name, value, named) : `: ${String(said)}`;
    const row = `| \`${above}${name}\` | ${typeOf(value)}${told} | ${required.includes(name) ? 'yes' : 'no'} |`;
    if (!isObject(value)) return [row];
    const within =
      value.type === 'array' ? rows(isObject(value.items) ? value.items : {}, named, `${above}${name}[].`) : [];
    return [row, ...within, ...rows(value, named, `${above}${name}.`)];
  });
}

function table(schema: JsonObject, always: string, named: Named): string {
  const found = rows(schema, named);
  const said = typeof schema.description === 'string' ? [schema.description] : [];
  return [...said, found.length > 0 ? rowsOf(`| property | value | ${always} |`, found) : 'Nothing.'].join('\n\n');
}

const SESSIONS = {
  needed: 'Needs a session.',
  counts: 'Needs no session; one that there is counts.',
  none: 'Needs no session.',
} as const;

function section(
  { id, call, sets, shape, paths, session, offered }: Documented,
  common: ReadonlySet<string>,
  { enums }: Facts,
): string[] {
  const named: Named = { enums, body: (call.body ?? {}) as unknown as JsonObject };
  const addresses = [...paths].map(
    ([address, lines]) => `\`${call.method} ${address}\`${paths.size > 1 ? ` (${lines.join(', ')})` : ''}`,
  );
  const own = call.fails.filter((each) => !common.has(each) || call.plain?.includes(each));
  const told = own.map((each) => `${code(each)}${call.plain?.includes(each) ? ' (status 200)' : ''}`);
  return [
    `## ${id}`,
    `${addresses.join(', ')}. ${shape.summary}${shape.source ? ` Source: ${shape.source}.` : ''}`,
    [
      SESSIONS[session],
      ...(offered ? [`Lines with ${offered.by} answer it: ${offered.lines.join(', ') || 'none'}.`] : []),
      ...(call.guard?.captcha === undefined ? [] : ['May ask for a [captcha](calling.md#the-captcha).']),
      ...(call.outside ? ['Made from outside of browsers: it needs no `Origin`, and no cookie counts.'] : []),
    ].join(' '),
    ...(sets.length > 0 ? [`Header sets: ${codes(sets)}.`] : []),
    'Takes:',
    table(shape.request, 'needed', named),
    'Answers `data`:',
    table(shape.response, 'always', named),
    `Fails with: ${[...told, 'the codes of [every call](#codes)'].join(', ')}.`,
  ];
}

function headerRows(headers: readonly Header[], set: string): string[] {
  return headers.map(({ name, holds, required, schema }) => {
    const values = Array.isArray(schema.enum) ? 'by line' : 'const' in schema ? code(String(schema.const)) : '';
    return `| ${set} | \`${name}\` | ${required ? 'yes' : 'no'} | ${values} | ${holds} |`;
  });
}

/** What differs by line: the constants of headers, and how a password is digested. */
function lineRows({ lines }: Facts): string[] {
  return Object.values(lines).map(({ name, line }) => {
    const { biz, accessId, channel, platform, passwordDigest, passwordSalt } = line;
    const cells = [biz, accessId, channel, platform, passwordDigest, passwordSalt].map((each) => code(String(each)));
    return `| ${name} | ${line.brandHost} | ${line.zone} | ${cells.join(' | ')} |`;
  });
}

function shared(facts: Facts): string[] {
  const sets = [...headersOfSets(facts.lines)].flatMap(([set, headers]) => headerRows(headers, code(set)));
  return [
    '# Calls',
    'Generated by `npx tsx src/tools/api-docs.ts` from `lines/_base/calls.json`, `schemas/api/` and `errors.json`. Do not edit. The same as OpenAPI 3.1: [openapi.json](openapi.json).',
    'What no list can say, with examples, is in [calling.md](calling.md): digesting a password, solving the captcha, cookies, repeating a call, programs that are no browsers.',
    'Every answer is an envelope `{ version, result, code, message, data, serverTime, requestId }`; `code` is 200 on success, else one of the [codes](#codes). `serverTime` is in milliseconds since 1970, `message` is for logs. Bodies are JSON in UTF-8 of at most 64 KiB; unknown properties are refused.',
    'An address under `/api/` that is no call answers `InvalidParameter` with status 404, one with another method with 405 and `Allow`, a body that is too large with 413.',
    '## Headers',
    'Every call takes the headers in the first rows, `POST` alone `Idempotency-Key` and `Origin`; the others come with the sets that a call names. “Needed”: the service refuses the call without it. The rest is for the back ends of the service, so send it.',
    rowsOf('| set | header | needed | value | what it holds |', [
      ...headerRows(headersOfCalls(facts.lines), 'every call'),
      ...sets,
    ]),
    '## Lines',
    rowsOf(
      '| line | host | region | `biz` | `accessId` | `channel` | `platform` | password digest | salt |',
      lineRows(facts),
    ),
  ];
}

/** Codes that every call may answer, each with the same status. */
const commonOf = ({ calls }: Facts): ReadonlySet<string> =>
  new Set(calls[0]?.call.fails.filter((each) => calls.every(({ call }) => call.fails.includes(each))));

function codeRows({ calls, errors, sentences }: Facts): string[] {
  return Object.entries(errors).map(([name, entry]) => {
    const own = entry.status ?? 400;
    const others = new Map<number, string[]>();
    for (const each of calls) {
      for (const [status, listed] of statusesOf(each, errors))
        if (status !== own && status !== 413 && listed.includes(name))
          others.set(status, [...(others.get(status) ?? []), each.id]);
    }
    const told = [...others].map(([status, ids]) => `; ${status} on ${ids.map((id) => `[${id}](#${id})`).join(', ')}`);
    const status = entry.recorded ? 'not answered by this server' : `${own}${told.join('')}`;
    const sentence = (sentences[`errors.${name}`] ?? '').replaceAll('|', '\\|');
    return `| \`${name}\` | ${status} | ${entry.recorded ? '' : codes(dataOf(name, entry))} | ${sentence} |`;
  });
}

/** Longest pattern that is read in a table. */
const READABLE = 160;

const patternOf = (pattern: string): string =>
  pattern.length > READABLE ? 'a pattern ([openapi.json](openapi.json))' : code(pattern);

/** A field's rule in words. A pattern that nobody would read is left to the other document. */
function ruleOf(field: Field): string {
  const { type, pattern, minLength, maxLength, ...rest } = (field.wire ?? field.rule) as JsonObject;
  const length = [minLength, maxLength].some((each) => each !== undefined)
    ? [`${minLength ?? 0} to ${maxLength ?? 'any'} characters`]
    : [];
  const values = Array.isArray(rest.enum) ? [rest.enum.map((each) => code(JSON.stringify(each))).join(', ')] : [];
  const fixed = 'const' in rest ? [code(JSON.stringify(rest.const))] : [];
  return [
    String(type ?? 'any'),
    ...length,
    ...values,
    ...fixed,
    ...(pattern === undefined ? [] : [patternOf(String(pattern))]),
  ].join(', ');
}

function rest(facts: Facts): string[] {
  const used = new Set(JSON.stringify(facts.calls.map(({ shape }) => shape)).match(/(?<="field:)[^"]+/g));
  const fields = Object.entries(facts.fields).filter(([id]) => used.has(id));
  const digested = (field: Field): string =>
    field.wire === undefined ? '' : ', [digested](calling.md#digesting-a-password)';
  return [
    '## Codes',
    `Every call may answer ${codes([...commonOf(facts)])}; a request that is not from an \`Origin\` of ours is refused with \`Forbidden\` and status 403. A status of 429, or 503 where it is known, comes with \`Retry-After\`. A code may come that a later version adds: go by the status then.`,
    rowsOf('| code | HTTP status | `data` may hold | sentence |', codeRows(facts)),
    '## Data of failures',
    '`data` of a failure is `null`, or an object of these properties.',
    rowsOf(
      '| property | value | what it says |',
      Object.entries(FAILURE_DATA).map(([name, { schema, holds }]) => `| \`${name}\` | ${typeOf(schema)} | ${holds} |`),
    ),
    '## Fields',
    'Rules of the base, as values travel; a line may narrow them.',
    rowsOf(
      '| field | value |',
      fields.map(([id, field]) => `| \`${id}\` | ${ruleOf(field)}${digested(field)} |`),
    ),
    '## Enumerations',
    rowsOf(
      '| enumeration | values |',
      Object.entries(facts.enums).map(
        ([name, values]) =>
          `| \`${name}\` | ${Object.entries(values)
            .map(([word, value]) => `${code(JSON.stringify(value))} ${word}`)
            .join(', ')} |`,
      ),
    ),
  ];
}

export function markdown(facts: Facts): string {
  const common = commonOf(facts);
  const parts = [...shared(facts), ...facts.calls.flatMap((call) => section(call, common, facts)), ...rest(facts)];
  return `${parts.join('\n\n')}\n`;
}
