/** What the shape of a call takes, other calls give alike, and nothing gives it: its body has lost that. */
import type { Value, Calls as Written } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { propertiesOf, requiredOf, sharedShape } from '../extras.ts';
import type { ResolvedLine } from '../resolve.ts';
import { eventsOf, fieldIds, type Scope } from './scope.ts';
import { written } from './sends.ts';

/** Whether a layer takes a property out of the body of a call: then it is meant. */
const isTakenOut = ({ documents }: ResolvedLine, call: string, property: string): boolean =>
  (documents.calls?.files ?? []).some(
    ({ value }) => (value as Partial<Written> | undefined)?.calls?.[call]?.body?.[property] === null,
  );

interface Giving {
  readonly call: string;
  readonly value: Value;
}

/** How other calls give a property of the same shape: what any of them could, of the line, the browser or the form. */
function givenElsewhere({ line }: Scope, call: string, property: string, screens: readonly string[]): Giving[] {
  const shape = JSON.stringify(propertiesOf(line.api[call])[property]);
  return Object.entries(line.calls.calls ?? {}).flatMap(([other, { body = {} }]): Giving[] => {
    const value = body[property];
    const isSame = other !== call && JSON.stringify(propertiesOf(line.api[other])[property]) === shape;
    if (value === undefined || !isSame) return [];
    const isShown = 'field' in value && screens.every((screen) => fieldIds(line.screens[screen]).has(value.field));
    return isShown || ['line', 'stored', 'query'].some((source) => source in value) ? [{ call: other, value }] : [];
  });
}

/** The property of a body that another body has just before one. */
function placeIn(body: object, other: object, property: string): string | undefined {
  const before = Object.keys(other).slice(0, Object.keys(other).indexOf(property));
  return before.reverse().find((name) => name in body);
}

export function checkUngiven(scope: Scope): void {
  const { line } = scope;
  const calls = line.calls.calls ?? {};
  for (const [call, { body = {} }] of Object.entries(calls)) {
    const made = eventsOf(line).filter(({ event }) => callsOfEvent(line, event).includes(call));
    const required = requiredOf(line.api[call]);
    if (made.length === 0) continue;
    // What a line adds to a shape is told of the shape.
    for (const property of Object.keys(propertiesOf(sharedShape(line, call)))) {
      const isGiven = property in body || made.some(({ event }) => property in (event.with ?? {}));
      if (isGiven || required.includes(property) || isTakenOut(line, call, property)) continue;
      const screens = made.map(({ screen }) => screen);
      const [found] = givenElsewhere(scope, call, property, screens);
      if (found === undefined) continue;
      const near = placeIn(body, calls[found.call]?.body ?? {}, property);
      const message = `call ${call} takes "${property}" and is not sent it, as call ${found.call} is`;
      const at = ['calls', call, 'body', ...(near === undefined ? [] : [near])];
      const where = near === undefined ? 'here' : `after "${near}"`;
      scope.lack('calls', at, message, `add "${property}": ${written(found.value)} ${where}`, 'key');
    }
  }
}
