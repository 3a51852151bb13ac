/** The forms that come to each call, with what a visitor may have entered by then. */
import type { FlowEvent } from '../../engine/whole.ts';
import type { Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { mayHold } from './conditions.ts';
import { earlierScreens, fieldsOf, formsOf } from './scope.ts';

/**
 * The events that a form's event leads to on its screen.
 * @param ends whether what an event leads to is left out
 */
export function reachedBy(
  events: Readonly<Record<string, FlowEvent>>,
  first: string,
  ends: (event: FlowEvent) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const event = events[name];
    if (!event || reached.has(name)) continue;
    reached.add(name);
    if (ends(event)) continue;
    for (const outcome of event.outcomes ?? []) {
      open.push(...(outcome.also ?? []));
      if ('then' in outcome) open.push(outcome.then);
    }
  }
  return reached;
}

/** The fields that this line shows on the pages before a page of a form, each with its place. */
export const earlierFields = (line: ResolvedLine, id: string) =>
  earlierScreens(line, id).flatMap((on) =>
    (line.screens[on] ? formsOf(line.screens[on]) : []).flatMap(([name, form]) =>
      !mayHold(form.when, line)
        ? []
        : fieldsOf(form).map((entry, index) => ({ entry, at: ['forms', name, 'fields', index] as Path, on })),
    ),
  );

type Entry = ReturnType<typeof fieldsOf>[number];
type Body = Readonly<Record<string, Value>>;

/** A form that comes to a call, with all that a visitor may have entered by then. */
export interface Sender {
  readonly screen: string;
  readonly form: string;
  /** Whether the line offers it. */
  readonly isShown: boolean;
  readonly event: string;
  readonly call: string;
  readonly entries: readonly { readonly entry: Entry; readonly at: Path; readonly on: string }[];
  readonly body: Body;
  /** What of the body the event gives. */
  readonly given: Body;
}

export const senders = once((line: ResolvedLine): readonly Sender[] =>
  Object.entries(line.screens).flatMap(([id, screen]) => {
    const events = line.flow.screens?.[id] ?? {};
    return formsOf(screen).flatMap(([name, form]) => {
      const isShown = mayHold(form.when, line);
      const own = fieldsOf(form).map((entry, index) => ({
        entry,
        at: ['forms', name, 'fields', index] as Path,
        on: id,
      }));
      const entries = [...own, ...earlierFields(line, id)];
      return [...reachedBy(events, form.event)].flatMap((event) =>
        callsOfEvent(line, events[event] ?? {}).map((call): Sender => {
          const given = events[event]?.with ?? {};
          const body = { ...line.calls.calls?.[call]?.body, ...given };
          return { screen: id, form: name, isShown, event, call, entries, body, given };
        }),
      );
    });
  }),
);

export const has = ({ entries }: Sender, field: string | undefined): boolean =>
  entries.some(({ entry }) => entry.field === field);

export const fieldsIn = (body: Readonly<Record<string, Value | undefined>>): readonly string[] =>
  Object.values(body).flatMap((value) => (value && 'field' in value ? value.field : []));
