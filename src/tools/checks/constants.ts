/** Values that the data sends as they stand: the shape of the call must take them. */
import type { Value } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { propertiesOf } from '../extras.ts';
import type { Path } from '../load.ts';
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

/** @param at where the values stand in the document */
export function checkConstants(
  scope: Scope,
  document: string,
  at: Path,
  call: string,
  values: Readonly<Record<string, Value>> = {},
): void {
  const properties = propertiesOf(scope.line.api[call]);
  for (const [property, value] of Object.entries(values)) {
    if (!('const' in value)) continue;
    const fix = wanted(properties[property], value.const);
    if (fix === undefined) continue;
    const message = `call ${call} does not take ${JSON.stringify(value.const)} for "${property}"`;
    scope.report(document, [...at, property, 'const'], message, fix);
  }
}
