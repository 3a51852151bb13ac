/** One line → what the server reads of it. */
import type { ServerLine } from '../engine/pack.ts';
import { offeredProviders } from './compile-facts.ts';
import { extrasOf } from './extras.ts';
import { ENUM, PROVIDERS } from './load.ts';
import type { ResolvedLine } from './resolve.ts';
import type { SharedWork } from './shared-work.ts';
import { variantsOf } from './variants.ts';

/** Replaces `{ "$ref": … }` in a call's shape: `field:<id>` by the field's rule on the wire, `providers` by the ids of all, `enum:<name>` by its numbers. */
function withFields(value: unknown, line: Pick<ResolvedLine, 'fields' | 'providers' | 'enums'>): unknown {
  if (Array.isArray(value)) return value.map((each) => withFields(each, line));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { $ref?: unknown };
  if ($ref === PROVIDERS) return { enum: Object.keys(line.providers) };
  if (typeof $ref === 'string' && $ref.startsWith(ENUM)) {
    return { enum: Object.values(line.enums[$ref.slice(ENUM.length)] ?? {}) };
  }
  if (typeof $ref === 'string' && $ref.startsWith('field:')) {
    const field = line.fields[$ref.slice('field:'.length)];
    if (field === undefined) throw new Error(`No field for ${$ref}.`);
    return field.wire ?? field.rule;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withFields(each, line)]));
}

/** Texts that the server itself needs: sentences of codes, mail, messages and posted forms, and the names of the line and its providers. */
const SERVER_TEXTS = /^(errors|mail|sms|voice|line|early|purposes|frame\.providers)\./;

function compileShapes(line: ResolvedLine): ServerLine['api'] {
  const api = Object.entries(line.api).map(([id, { request, response }]) => {
    const extras = extrasOf(line, id);
    return [
      id,
      {
        request: withFields(request, line),
        response: withFields(response, line),
        ...(Object.keys(extras).length === 0 ? {} : { extras }),
      },
    ];
  });
  return Object.fromEntries(api);
}

/** The variants that have an address, with their weights. */
function weightsOf(line: ResolvedLine): Pick<ServerLine, 'variants'> {
  const variants: Record<string, Record<string, number>> = {};
  for (const { screen, name, weight } of variantsOf(line))
    if (line.line.routes[screen] !== undefined) variants[screen] = { ...variants[screen], [name]: weight };
  return Object.keys(variants).length === 0 ? {} : { variants };
}

export function compileServer(line: ResolvedLine, work: SharedWork): ServerLine {
  const messages = line.line.languages.offered.map((language) => [
    language,
    Object.fromEntries(Object.entries(line.messages[language] ?? {}).filter(([key]) => SERVER_TEXTS.test(key))),
  ]);
  const paths = Object.entries(line.line.routes).flatMap(([screen, list]) => list.map((path) => [path, screen]));
  return {
    name: line.name,
    line: line.line,
    enums: work.of('enums', () => line.enums),
    providers: work.of('providers', () => Object.fromEntries(offeredProviders(line))),
    headers: line.calls.headers ?? {},
    // Those with what providers imply are made anew for each line.
    calls: work.of('calls', () => line.calls.calls),
    errors: line.errors.codes,
    fields: work.of('fields', () => line.fields),
    api: work.of('shapes', () => compileShapes(line)),
    messages: Object.fromEntries(messages),
    color: { ...line.theme.color.light },
    dark: { ...line.theme.color.dark },
    paths: Object.fromEntries(paths),
    ...weightsOf(line),
  };
}
