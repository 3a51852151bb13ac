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
        const asked = [event, voiceEvent].flatMap((name) =>
          name === undefined ? [] : sentBy(line, id, name).map((sent) => ({ name, sent })),
        );
        // Where all that send it agree, each by itself, it is the check that is another one's.
        const odd = checked.find((each) => asked.every(({ sent }) => differing(sent, each)));
        const [first] = asked;
        const own = ({ name }: { readonly name: string }, property: string): boolean =>
          events[name]?.with?.[property] !== undefined;
        const [which, theirs, ours] = (odd && first && differing(first.sent, odd)) ?? [];
        if (odd && asked.length > 1 && which !== undefined && asked.every((each) => own(each, which))) {
          const message = `call ${odd.call} checks for ${ours}, and ${asked.map(({ name }) => `event ${name}`).join(' and ')} of screen ${id} ask for ${theirs}: the code would be of no use`;
          scope.report('calls', ['calls', odd.call, 'body', which, 'is'], message, `write "${theirs}"`);
          continue;
        }
        for (const { name, sent } of asked) {
          {
            const wrong = checked
              .flatMap((each) => [[each, differing(sent, each)] as const])
              .find(([, found]) => found);
            const [found, difference] = wrong ?? [];
            if (found === undefined || difference === undefined) continue;
            const [property, ours, theirs] = difference;
            const message = `event ${name} asks for ${ours}, and call ${found.call} for ${theirs}: the code would be of no use`;
            const isHere = own({ name }, property);
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
