/** Checks that a screen which has a code sent checks it for the same purpose. */
import type { EnumValue, QrScreen, Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { eventsOf, fieldsOf, formsOf, type Scope } from './scope.ts';
import { fieldsIn, reachedBy } from './senders.ts';

type Values = Readonly<Record<string, Value>>;

interface Sent {
  readonly event: string;
  readonly call: string;
  readonly body: Values;
  /** What the event says itself, in place of the call. */
  readonly own: Values;
}

/** The calls of an event, with all that each is sent. */
function sentBy(line: ResolvedLine, screen: string, name: string): readonly Sent[] {
  const event = line.flow.screens?.[screen]?.[name];
  if (event === undefined) return [];
  const own = event.with ?? {};
  return callsOfEvent(line, event).map((call) => ({
    event: name,
    call,
    body: { ...line.calls.calls?.[call]?.body, ...own },
    own,
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

/** Where what is sent says by name what it is for. */
const placeOf = (screen: string, { event, call, own }: Sent, property: string): readonly [string, Path] =>
  own[property] === undefined
    ? ['calls', ['calls', call, 'body', property, 'is']]
    : ['flow', ['screens', screen, event, 'with', property, 'is']];

const USELESS = 'the code would be of no use';

/** Where all that send a code agree, each by itself, and one check does not, that is told; else whoever sends. */
function compare(scope: Scope, screen: string, asked: readonly Sent[], checked: readonly Sent[]): void {
  const odd = checked.find((check) =>
    asked.every((sent) => {
      const [property = ''] = differing(sent, check) ?? [];
      return sent.own[property] !== undefined;
    }),
  );
  const [first] = asked;
  const difference = odd && first && differing(first, odd);
  if (odd && difference && asked.length > 1) {
    const [property, theirs, ours] = difference;
    const events = asked.map(({ event }) => `event ${event}`).join(' and ');
    const message = `call ${odd.call} checks for ${ours}, and ${events} of screen ${screen} ask for ${theirs}: ${USELESS}`;
    scope.report(...placeOf(screen, odd, property), message, `write "${theirs}"`);
    return;
  }
  for (const sent of asked) {
    const wrong = checked.find((check) => differing(sent, check));
    const [property, ours, theirs] = (wrong && differing(sent, wrong)) ?? [];
    if (!wrong || property === undefined) continue;
    const message = `event ${sent.event} asks for ${ours}, and call ${wrong.call} for ${theirs}: ${USELESS}`;
    scope.report(...placeOf(screen, sent, property), message, `write "${theirs}"`);
  }
}

/** Whether another screen sends a call the same. */
const isSentElsewhere = (line: ResolvedLine, screen: string, { call, body }: Sent, property: string): boolean =>
  eventsOf(line).some(
    (other) =>
      other.screen !== screen &&
      sentBy(line, other.screen, other.name).some(
        (sent) => sent.call === call && JSON.stringify(sent.body[property]) === JSON.stringify(body[property]),
      ),
  );

/** A screen of a code to scan asks about the code that it shows. Of two that differ the one is wrong that is another screen's. */
function checkScanned(scope: Scope, id: string, { ticketEvent, pollEvent }: QrScreen): void {
  const { line } = scope;
  const events = line.flow.screens?.[id] ?? {};
  const reached = (event: string) => [...reachedBy(events, event)].flatMap((name) => sentBy(line, id, name));
  for (const shown of reached(ticketEvent)) {
    for (const asked of reached(pollEvent)) {
      const [property, ours, theirs] = differing(shown, asked) ?? [];
      if (property === undefined) continue;
      const isShown = !isSentElsewhere(line, id, asked, property) || isSentElsewhere(line, id, shown, property);
      const message = `screen ${id} shows a code of ${ours}, and asks about one of ${theirs}`;
      const [wrong, fix] = isShown ? [shown, theirs] : [asked, ours];
      scope.report(...placeOf(id, wrong, property), message, `write "${fix}"`);
      return;
    }
  }
}

export function checkPurposes(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    const events = line.flow.screens?.[id] ?? {};
    if (screen.kind === 'qr') checkScanned(scope, id, screen);
    for (const [, form] of formsOf(screen)) {
      const sent = [...reachedBy(events, form.event)].flatMap((name) => sentBy(line, id, name));
      for (const { field } of fieldsOf(form)) {
        const { event, voiceEvent } = line.fields[field]?.send ?? {};
        const asked = [event, voiceEvent].flatMap((name) => (name === undefined ? [] : sentBy(line, id, name)));
        const checked = sent.filter(({ body }) => fieldsIn(body).includes(field));
        compare(scope, id, asked, checked);
      }
    }
  }
}
