/** Checks that what waits for a countdown waits for the one that its event starts: another one would never run. */
import type { Button, Field } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { buttonsOf, fieldsOf, formsOf, type Scope } from './scope.ts';
import { reachedBy } from './senders.ts';

interface Started {
  readonly timer: string;
  readonly at: Path;
}

/** The countdowns that an event of a screen starts, itself or by what it goes on to. */
function startedBy({ flow }: ResolvedLine, screen: string, event: string): readonly Started[] {
  const events = flow.screens?.[screen] ?? {};
  return [...reachedBy(events, event)].flatMap((name) =>
    (events[name]?.outcomes ?? []).flatMap(({ do: actions = [] }, index) =>
      actions.flatMap(({ action, timer }, nth): readonly Started[] =>
        action === 'start-countdown' && timer !== undefined
          ? [{ timer, at: ['screens', screen, name, 'outcomes', index, 'do', nth, 'timer'] }]
          : [],
      ),
    ),
  );
}

/** What waits for a countdown at a screen, by the event that is to start it. */
interface Waiting {
  readonly timer: string;
  /** The field; undefined of a button. */
  readonly field?: string;
}

function waitingAt(line: ResolvedLine, screen: string): ReadonlyMap<string, readonly Waiting[]> {
  const found = new Map<string, Waiting[]>();
  const add = (event: string | undefined, timer: string | undefined, field?: string): void => {
    if (event === undefined || timer === undefined) return;
    found.set(event, [...(found.get(event) ?? []), { timer, ...(field !== undefined && { field }) }]);
  };
  const here = line.screens[screen];
  for (const { button } of here ? buttonsOf(here) : []) add(button.event, button.timer);
  for (const { field } of here ? formsOf(here).flatMap(([, form]) => fieldsOf(form)) : []) {
    const { event, voiceEvent, timer } = line.fields[field]?.send ?? {};
    add(event, timer, field);
    add(voiceEvent, timer, field);
  }
  return found;
}

/**
 * The countdown that an event is to start, where it starts another one than all wait for: several things agree on it, or
 * an event of that name starts it on another screen.
 */
function meantBy(line: ResolvedLine, screen: string, event: string): string | undefined {
  const [first, ...others] = waitingAt(line, screen).get(event) ?? [];
  if (first === undefined || others.some(({ timer }) => timer !== first.timer)) return undefined;
  const starts = (on: string): boolean => startedBy(line, on, event).some(({ timer }) => timer === first.timer);
  if (startedBy(line, screen, event).length === 0 || starts(screen)) return undefined;
  return others.length > 0 || Object.keys(line.screens).some(starts) ? first.timer : undefined;
}

/** Events that start another countdown than all that wait for one of them. */
export function checkStarted(scope: Scope): void {
  const { line } = scope;
  for (const screen of Object.keys(line.screens)) {
    for (const [event, [first]] of waitingAt(line, screen)) {
      const meant = meantBy(line, screen, event);
      const [started] = startedBy(line, screen, event);
      if (meant === undefined || started === undefined) continue;
      const what = first?.field === undefined ? 'its buttons wait' : `field ${first.field} waits`;
      const message = `event ${event} of screen ${screen} starts countdown "${started.timer}", and ${what} for another`;
      scope.lack('flow', started.at, message, `write "${meant}"`);
    }
  }
}

/** A field that has a code sent, on whichever screen. */
export function checkFieldCountdown({ line, lack }: Scope, id: string, { send }: Field): void {
  if (send?.timer === undefined) return;
  const started = Object.keys(line.flow.screens ?? {}).flatMap((screen) => startedBy(line, screen, send.event));
  const [first] = started;
  if (first === undefined || started.some(({ timer }) => timer === send.timer)) return;
  const message = `field ${id} waits for countdown "${send.timer}", and its event ${send.event} starts another`;
  lack(`fields/${id}`, ['send', 'timer'], message, `write "${first.timer}"`);
}

export function checkButtonCountdown(scope: Scope, screen: string, at: Path, { id, event, timer }: Button): void {
  if (timer === undefined || event === undefined || meantBy(scope.line, screen, event) !== undefined) return;
  const started = startedBy(scope.line, screen, event);
  const [first] = started;
  if (first === undefined || started.some((each) => each.timer === timer)) return;
  const message = `button "${id}" waits for countdown "${timer}", and its event ${event} starts another`;
  scope.lack(`screens/${screen}`, [...at, 'timer'], message, `write "${first.timer}"`);
}
