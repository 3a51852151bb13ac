/** Checks that a screen which has a code sent checks it for the same purpose. */
import type { EnumValue, Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { ResolvedLine } from '../resolve.ts';
import { fieldsOf, formsOf, type Scope } from './scope.ts';
import { reachedBy } from './sends.ts';

type Values = Readonly<Record<string, Value>>;

interface Sent {
  readonly call: string;
  readonly body: Values;
}

/** The calls of an event, with all that each is sent. */
function sentBy(line: ResolvedLine, screen: string, name: string): readonly Sent[] {
  const event = line.flow.screens?.[screen]?.[name];
  if (event === undefined) return [];
  return callsOfEvent(line, event).map((call) => ({
    call,
    body: { ...line.calls.calls?.[call]?.body, ...event.with },
  }));
}

const named = (value: Value | undefined): EnumValue | undefined =>
  value !== undefined && 'enum' in value && 'is' in value ? value : undefined;

/** The first property that both calls say by name, of one enumeration, and not alike. */
function differing(sent: Sent, checked: Sent): readonly [property: string, sent: string, checked: string] | undefined {
  for (const [property, value] of Object.entries(sent.body)) {
    const [one, other] = [named(value), named(checked.body[property])];
    if (one && other && one.enum === other.enum && one.is !== other.is) return [property, one.is, other.is];
  }
  return undefined;
}

export function checkPurposes(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    const events = line.flow.screens?.[id] ?? {};
    for (const [, form] of formsOf(screen)) {
      for (const { field } of fieldsOf(form)) {
        const { event, voiceEvent } = line.fields[field]?.send ?? {};
        const checked = [...reachedBy(events, form.event)]
          .flatMap((name) => sentBy(line, id, name))
          .filter(({ body }) => Object.values(body).some((value) => 'field' in value && value.field === field));
        for (const name of [event, voiceEvent]) {
          if (name === undefined) continue;
          for (const sent of sentBy(line, id, name)) {
            const wrong = checked
              .flatMap((each) => [[each, differing(sent, each)] as const])
              .find(([, found]) => found);
            const [found, difference] = wrong ?? [];
            if (found === undefined || difference === undefined) continue;
            const [property, ours, theirs] = difference;
            const message = `event ${name} asks for ${ours}, and call ${found.call} for ${theirs}: the code would be of no use`;
            const isHere = events[name]?.with?.[property] !== undefined;
            const [document, at] = isHere
              ? ['flow', ['screens', id, name, 'with', property, 'is']]
              : ['calls', ['calls', sent.call, 'body', property, 'is']];
            scope.report(document as string, at as string[], message, `write "${theirs}"`);
          }
        }
      }
    }
  }
}
