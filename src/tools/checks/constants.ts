/** Values that the data sends as they stand: the shape of the call must take them. */
import type { Value } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { propertiesOf } from '../extras.ts';
import type { Path } from '../load.ts';
import { heightOf, layerOf } from './blame.ts';
import { regexp } from './schema-facts.ts';
import type { Scope } from './scope.ts';

/** What the shape of a property takes instead; undefined where it takes the value. */
function wanted(shape: unknown, value: unknown): string | undefined {
  if (!isDictionary(shape)) return undefined;
  if (shape.const !== undefined) return shape.const === value ? undefined : `write ${JSON.stringify(shape.const)}`;
  // Of enumerations their own check tells.
  if (Array.isArray(shape.enum)) return undefined;
  if (typeof shape.type === 'string') {
    const type = shape.type === 'integer' ? 'number' : shape.type;
    if (typeof value !== type) return `write a ${shape.type}`;
  }
  if (typeof shape.pattern === 'string' && typeof value === 'string' && !regexp(shape.pattern).test(value))
    return `write something that matches ${shape.pattern}`;
  return undefined;
}

/** Values of a line that go by a name of their own; by `id` or `name` anything may be called. */
const OF_LINE = ['zone', 'channel', 'platform', 'biz', 'accessId'] as const;

/** Whether a shape says itself which values there are: then it means another thing by the name. */
const lists = (shape: unknown): boolean =>
  isDictionary(shape) && ['enum', 'const', '$ref'].some((keyword) => shape[keyword] !== undefined);

/**
 * A constant where the line has a value of that very name, in data that other lines share: they may have it otherwise.
 * @param at where the values stand in the document
 */
export function checkFixed(
  scope: Scope,
  document: string,
  at: Path,
  values: Readonly<Record<string, Value>>,
  shapes: Readonly<Record<string, unknown>> = {},
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const property of OF_LINE) {
    const value = values[property];
    if (!value || !('const' in value) || value.const === '' || lists(shapes[property])) continue;
    if (scope.line.line[property] === undefined) continue;
    if (layerOf(scope.line, { document, at: [...at, property] }) === scope.line.name) continue;
    found.add(property);
    const message = `"${property}" is ${JSON.stringify(value.const)} here, and each line has one of its own`;
    scope.report(document, [...at, property], message, 'write "line"');
  }
  return found;
}

/** What an event or a live check sends in place of what its call says itself is another value: of the same one a copy was made. */
export function checkReplaced(
  { line, lack }: Scope,
  document: string,
  at: Path,
  call: string,
  values: Readonly<Record<string, Value>> = {},
): void {
  const { body = {} } = line.calls.calls?.[call] ?? {};
  for (const [property, value] of Object.entries(values)) {
    if (!('const' in value || 'is' in value) || JSON.stringify(value) !== JSON.stringify(body[property])) continue;
    const said = line.origin('calls', ['calls', call, 'body', property]);
    // A layer above undoes what one below sends in place of it.
    if (heightOf(line, line.origin(document, [...at, property])) !== heightOf(line, said)) continue;
    const message = `"${property}" is what call ${call} sends by itself (${said?.file}:${said?.line})`;
    lack(document, [...at, property], message, 'write the other value that is meant here, or delete it');
  }
}

/** @param at where the values stand in the document */
export function checkConstants(
  scope: Scope,
  document: string,
  at: Path,
  call: string,
  values: Readonly<Record<string, Value>> = {},
): void {
  const properties = propertiesOf(scope.line.api[call]);
  const { body = {} } = scope.line.calls.calls?.[call] ?? {};
  // What the call says of the line itself an event replaces on purpose.
  const own = Object.entries(values).filter(([name]) => body[name] === values[name] || !('line' in (body[name] ?? {})));
  const fixed = checkFixed(scope, document, at, Object.fromEntries(own), properties);
  for (const [property, value] of Object.entries(values)) {
    if (!('const' in value) || fixed.has(property)) continue;
    const fix = wanted(properties[property], value.const);
    if (fix === undefined) continue;
    const message = `call ${call} does not take ${JSON.stringify(value.const)} for "${property}"`;
    scope.report(document, [...at, property, 'const'], message, fix);
  }
}
