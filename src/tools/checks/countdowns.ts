/** Checks that what waits for a countdown waits for the one that its event starts: another one would never run. */
import type { FlowEvent } from '../../engine/whole.ts';
import type { Button, Field } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import type { Scope } from './scope.ts';
import { reachedBy } from './senders.ts';

type Events = Readonly<Record<string, FlowEvent>>;

/** The countdowns that an event starts, itself or by what it goes on to. */
const startedBy = (events: Events, event: string): readonly string[] =>
  [...reachedBy(events, event)].flatMap((name) =>
    (events[name]?.outcomes ?? []).flatMap(({ do: actions = [] }) =>
      actions.flatMap((action) => (action.action === 'start-countdown' ? (action.timer ?? []) : [])),
    ),
  );

/** A field that has a code sent, on whichever screen. */
export function checkFieldCountdown({ line, lack }: Scope, id: string, { send }: Field): void {
  if (send?.timer === undefined) return;
  const started = Object.values(line.flow.screens ?? {}).flatMap((events) => startedBy(events, send.event));
  const [first] = started;
  if (first === undefined || started.includes(send.timer)) return;
  const message = `field ${id} waits for countdown "${send.timer}", and its event ${send.event} starts another`;
  lack(`fields/${id}`, ['send', 'timer'], message, `write "${first}"`);
}

export function checkButtonCountdown(scope: Scope, screen: string, at: Path, { id, event, timer }: Button): void {
  if (timer === undefined || event === undefined) return;
  const started = startedBy(scope.line.flow.screens?.[screen] ?? {}, event);
  const [first] = started;
  if (first === undefined || started.includes(timer)) return;
  const message = `button "${id}" waits for countdown "${timer}", and its event ${event} starts another`;
  scope.lack(`screens/${screen}`, [...at, 'timer'], message, `write "${first}"`);
}
