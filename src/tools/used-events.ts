/** Which events and calls a screen uses. */
import { eventCalls } from '../engine/event-calls.ts';
import type { CompiledForm, Inlined, PageEvent } from '../engine/pack.ts';
import type { FlowEvent } from '../engine/whole.ts';
import type * as written from '../generated/config.ts';
import { offeredProviders } from './compile-facts.ts';
import type { ResolvedLine } from './resolve.ts';

type Screen = Inlined<written.Screen>;
type Written = Inlined<FlowEvent>;
type Events = Readonly<Record<string, PageEvent>>;
type Forms = Readonly<Record<string, CompiledForm>>;

/** Events that no part of a screen names: they happen by themselves. */
export const BY_ITSELF: ReadonlySet<string> = new Set(['load', 'elsewhere', 'seen-again']);

/** Events that something on the screen may run, and those they lead to. */
export function usedEvents(
  screen: Screen,
  forms: Forms,
  events: Readonly<Record<string, Written>>,
  line: ResolvedLine,
): Events {
  const start = new Set<string>([...BY_ITSELF, 'provider']);
  // Whatever the data says an event's name in: properties of these names hold event ids.
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) collect(each);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        if (/^(event|failed|blocked|skip|ticketEvent|pollEvent|voiceEvent)$/.test(name) && typeof each === 'string')
          start.add(each);
        else if (name === 'rowEvents' && Array.isArray(each)) {
          for (const row of each) start.add(typeof row === 'string' ? row : String(row.event));
        } else collect(each);
      }
    }
  };
  collect(screen);
  for (const form of Object.values(forms)) collect(form.fields);
  for (const timer of Object.values(line.flow.timers ?? {})) if (timer.event !== undefined) start.add(timer.event);
  const used: Record<string, Written> = {};
  const queue = [...start];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const event = events[name];
    if (event === undefined || used[name] !== undefined) continue;
    used[name] = event;
    for (const outcome of event.outcomes) {
      queue.push(...(outcome.also ?? []));
      if ('then' in outcome) queue.push(outcome.then);
    }
  }
  return Object.fromEntries(
    Object.entries(events)
      .filter(([name]) => used[name] !== undefined)
      .map(([name, event]) => [name, withCalls(event, line)]),
  );
}

/** Says which calls of the line's providers it may make. */
function withCalls(event: Written, line: ResolvedLine): PageEvent {
  const { call, ...rest } = event;
  if (typeof call !== 'object') return { ...rest, ...(call === undefined ? {} : { call }) };
  const calls = Object.fromEntries(offeredProviders(line).map(([id, provider]) => [id, provider.call]));
  return { ...rest, call: { ...call, calls } };
}

/** Calls of events, and of the live checks of forms' fields. */
export function callsOf(events: Events, forms: Forms): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const event of Object.values(events)) for (const call of eventCalls(event)) ids.add(call);
  for (const form of Object.values(forms)) {
    for (const { checks = [] } of form.fields) for (const { call } of checks) ids.add(call);
  }
  return ids;
}
