/** What a form's fields give to a call, and the service's own judgement of it. */
import { eventCalls } from '../src/engine/event-calls.ts';
import type { Pack } from '../src/engine/pack.ts';
import { compileValidators } from '../src/server/http/validate.ts';
import type { Failure } from '../src/server/types.ts';
import type { CompiledLine } from '../src/tools/compile-line.ts';

interface TypedProperty {
  readonly field: string;
  /** Name in the call's body. */
  readonly property: string;
  /** Sent as the wire value of an enumeration, not as the name that the field holds. */
  readonly enumerated: boolean;
}

/** A first page asks of an account of any kind; the call of the last page judges what it becomes. */
const AT_LAST: Readonly<Record<string, string>> = { 'register-check': 'register-email' };

/** The call and the property of it that judge what a field gives: its own, or those of the last page. */
export const judgedBy = (
  call: string,
  { field, property }: TypedProperty,
): readonly [call: string, property: string] =>
  AT_LAST[call] === undefined ? [call, property] : [AT_LAST[call], field];

/** The call that an event makes, and what of its body comes from one field as it stands; secrets go as digests and are not among it. */
export function typedProperties(
  { events, calls }: Pack,
  event: string,
): { readonly call: string; readonly typed: readonly TypedProperty[] } {
  const { with: more, ...rest } = events[event] ?? {};
  const [call = ''] = eventCalls(rest);
  const typed = Object.entries({ ...calls[call]?.body, ...more }).flatMap(([property, value]): TypedProperty[] => {
    if (!('field' in value)) return [];
    if ('through' in value && value.through === 'password-digest') return [];
    return [{ field: value.field, property, enumerated: 'enum' in value }];
  });
  return { call, typed };
}

/** The service's own answer to one property of a call, the others being none of its business; undefined when it takes it. */
export function judgeOf(
  server: CompiledLine['server'],
  call: string,
  property: string,
): (body: unknown) => Failure | undefined {
  const shape = server.api[call]?.request as { properties: Record<string, object>; required?: readonly string[] };
  const request = {
    type: 'object',
    properties: { [property]: shape.properties[property] },
    required: (shape.required ?? []).filter((each) => each === property),
  };
  return compileValidators({ ...server, api: { [call]: { request, response: {} } } }, call).request;
}
