/** `docs/openapi.json`: the same as OpenAPI 3.1. */
import { wireName } from '../../server/http/cookies.ts';
import { ENUM, PROVIDERS } from '../load.ts';
import { type Documented, isObject, type Json, type JsonObject, statusesOf } from './documented.ts';
import { dataOf, FAILURE_DATA, mayWait } from './failures.ts';
import { type Header, headersOf } from './headers.ts';
import type { Facts } from './markdown.ts';

/** A session is a cookie, which pages cannot read; its name says whose accounts it is for, and whether TLS protects it. */
const SCHEMES: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  (['domestic', 'overseas'] as const).map((zone) => [
    `${zone}Session`,
    {
      type: 'apiKey',
      in: 'cookie',
      name: wireName('session', zone, true),
      description: `Session of an account of the ${zone} region: HttpOnly, SameSite=Lax, set by signing in. Without TLS its name is ${wireName('session', zone, false)}.`,
    },
  ]),
);
const SIGNED_IN = Object.keys(SCHEMES).map((name) => ({ [name]: [] }));
const SECURITY = { needed: SIGNED_IN, counts: [{}, ...SIGNED_IN], none: [] } as const;
const FIELD = 'field:';

/** Replaces `field:<id>` and `enum:<name>` by references to components. */
function components(value: Json): Json {
  if (Array.isArray(value)) return value.map(components);
  if (!isObject(value)) return value;
  const { $ref } = value;
  if ($ref === PROVIDERS) return { type: 'string', description: 'Id of a provider of the line.' };
  if (typeof $ref === 'string' && $ref.startsWith(ENUM))
    return { $ref: `#/components/schemas/enum-${$ref.slice(ENUM.length)}` };
  if (typeof $ref === 'string' && $ref.startsWith(FIELD))
    return { $ref: `#/components/schemas/${$ref.slice(FIELD.length)}` };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, components(item)]));
}

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

/** The envelope of these failures, with what their `data` may hold. */
function failure(codes: readonly string[], { errors }: Facts): JsonObject {
  const names = new Set(codes.flatMap((code) => dataOf(code, errors[code])));
  const properties = Object.fromEntries(
    [...names].map((name) => [name, { $ref: `#/components/schemas/data-${name}` }]),
  );
  return envelope({ enum: codes }, { type: ['object', 'null'], ...(names.size > 0 ? { properties } : {}) });
}

const json = (schema: Json): JsonObject => ({ 'application/json': { schema } });

function responsesOf(documented: Documented, facts: Facts): Record<string, Json> {
  const success = envelope({ const: 200 }, components(documented.shape.response));
  const responses: Record<string, Json> = { 200: { description: 'Success.', content: json(success) } };
  for (const [status, codes] of statusesOf(documented, facts.errors)) {
    const schema = failure(codes, facts);
    const isPlain = status === 200;
    responses[status] = {
      description: isPlain ? `Success, or ${codes.join(', ')}.` : codes.join(', '),
      ...(codes.some((code) => mayWait(code, facts.errors[code]))
        ? { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }
        : {}),
      content: json(isPlain ? { anyOf: [success, schema] } : schema),
    };
  }
  return responses;
}

/** What the shape of a call cannot say. */
function descriptionOf({ call, shape, offered }: Documented): string {
  const said = [shape.request.description, shape.response.description].filter((each) => typeof each === 'string');
  return [
    ...said,
    ...(offered ? [`Lines with ${offered.by} answer it: ${offered.lines.join(', ') || 'none'}.`] : []),
    ...(call.guard?.captcha === undefined ? [] : ['May ask for a captcha: docs/calling.md.']),
  ].join(' ');
}

function operationOf(documented: Documented, index: number, facts: Facts): JsonObject {
  const { id, call, shape, session } = documented;
  const properties = isObject(shape.request.properties) ? shape.request.properties : {};
  const required = Array.isArray(shape.request.required) ? shape.request.required : [];
  const query = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: components(schema),
  }));
  const isGet = call.method === 'GET';
  const description = descriptionOf(documented);
  return {
    operationId: index === 0 ? id : `${id}-${index + 1}`,
    summary: shape.summary,
    ...(description === '' ? {} : { description }),
    security: SECURITY[session],
    parameters: [
      ...headersOf(documented, facts.lines).map(({ name }) => ({ $ref: `#/components/parameters/${name}` })),
      ...(isGet ? query : []),
    ],
    ...(isGet ? {} : { requestBody: { required: true, content: json(components(shape.request)) } }),
    responses: responsesOf(documented, facts),
  };
}

const parameterOf = ({ name, holds, required, schema }: Header): JsonObject => ({
  name,
  in: 'header',
  required,
  description: holds.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
  schema,
});

export function openApi(facts: Facts, version: string): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const documented of facts.calls) {
    [...documented.paths.keys()].forEach((address, index) => {
      const method = documented.call.method.toLowerCase();
      paths[address] = { ...paths[address], [method]: operationOf(documented, index, facts) };
    });
  }
  const headers = new Map(
    facts.calls.flatMap((call) => headersOf(call, facts.lines)).map((header) => [header.name, parameterOf(header)]),
  );
  const fields = Object.entries(facts.fields).map(([id, field]) => [id, (field.wire ?? field.rule) as unknown as Json]);
  const enums = Object.entries(facts.enums).map(([name, values]) => [
    `enum-${name}`,
    { oneOf: Object.entries(values).map(([title, value]) => ({ const: value, title })) },
  ]);
  const data = Object.entries(FAILURE_DATA).map(([name, { schema, holds }]) => [
    `data-${name}`,
    { ...schema, description: holds },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version,
      description:
        'Generated by src/tools/api-docs.ts. Do not edit. Field rules are those of the base; a line may narrow them. docs/calling.md says how to digest a password, solve the captcha, keep cookies and repeat a call.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: SCHEMES,
      parameters: Object.fromEntries(headers),
      headers: {
        'Retry-After': {
          description: 'Seconds until it may work; absent where nobody can say.',
          required: false,
          schema: { type: 'integer' },
        },
      },
      schemas: Object.fromEntries([...fields, ...enums, ...data]),
    },
  };
}
