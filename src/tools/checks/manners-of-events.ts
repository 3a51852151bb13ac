/** Checks what is asked in the background and what is pressed for: the one is quiet, and of the other nothing is kept back. */
import type { FlowEvent } from '../../engine/whole.ts';
import type { Screen } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import { buttonsOf, formsOf, pressesOf, type Scope, statesOf } from './scope.ts';

/** Events that a visitor presses for, in a form, at a button or in a row. */
const pressedOn = (screen: Screen): ReadonlySet<string> =>
  new Set([...formsOf(screen).map(([, form]) => form.event), ...pressesOf(screen).flatMap(({ event }) => event ?? [])]);

/** Places of a screen that ask again and again. */
function polledOn(screen: Screen): { at: Path; event: string }[] {
  if (screen.kind === 'qr')
    return screen.pollEvent === undefined ? [] : [{ at: ['pollEvent'], event: screen.pollEvent }];
  if (screen.kind !== 'notice') return [];
  return Object.entries(screen.states ?? {}).flatMap(([state, { pollEvent: event }]) =>
    event === undefined ? [] : [{ at: ['states', state, 'pollEvent'], event }],
  );
}

/** Whether every failure of the event's calls that has no outcome of its own is shown by one for all. */
function tellsAll(event: FlowEvent): boolean {
  return (event.outcomes ?? []).some(
    (outcome) =>
      outcome.if === undefined && outcome.where === undefined && outcome.on === 'otherwise' && !('stay' in outcome),
  );
}

export function checkManners(scope: Scope, id: string, screen: Screen): void {
  const events = scope.line.flow.screens?.[id] ?? {};
  const pressed = pressedOn(screen);
  for (const { at, event } of polledOn(screen)) {
    // Of one that runs beside a step, too, it is told there.
    const isBeside = Object.values(events).some(({ outcomes }) => outcomes.some(({ also }) => also?.includes(event)));
    if (events[event]?.call === undefined || events[event].quiet === true || isBeside) continue;
    const quiet = Object.keys(events).filter((name) => events[name]?.quiet && events[name].call && !pressed.has(name));
    const message = `event ${event} is asked again and again, and is not quiet`;
    if (!pressed.has(event)) scope.report('flow', ['screens', id, event], message, 'add "quiet": true', 'key');
    else {
      const fix = quiet.length > 0 ? `write one of: ${quiet.join(', ')}` : 'name a quiet event that looks';
      scope.report(`screens/${id}`, at, `${message}: it is pressed for`, fix);
    }
  }
  for (const name of pressed) {
    const event = events[name];
    if (!event?.quiet || tellsAll(event)) continue;
    const fails = callsOfEvent(scope.line, event).flatMap((call) => scope.line.calls.calls?.[call]?.fails ?? []);
    if (fails.length === 0) continue;
    const message = `event ${name} is pressed for and quiet: nobody would be told that it failed`;
    scope.report('flow', ['screens', id, name, 'quiet'], message, 'delete "quiet"', 'key');
  }
  checkPrimary(scope, id, screen);
}

/** Side by side one button is the one that is meant. */
function checkPrimary(scope: Scope, id: string, screen: Screen): void {
  if (screen.kind === 'form' || screen.kind === 'choice') return;
  for (const [state] of statesOf(screen)) {
    const primary = buttonsOf(screen).filter(
      ({ at, button }) => at[1] === state && button.look === 'primary' && button.when === undefined,
    );
    for (const { at, button } of primary) {
      const first = primary.find((other) => other.button.block === button.block);
      if (first === undefined || first.button === button) continue;
      const message = `button "${button.id}" is primary, as "${first.button.id}" beside it is`;
      scope.report(`screens/${id}`, [...at, 'look'], message, 'write "secondary" or "plain"');
    }
  }
}
