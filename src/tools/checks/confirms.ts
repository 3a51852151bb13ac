/** Checks what takes something away from somebody: whoever presses it is asked first, about what it is, and nothing else runs it. */
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import { BY_ITSELF } from '../used-events.ts';
import { firedBy } from './fired.ts';
import { askedBy } from './message-keys.ts';
import { parseMessage } from './parse-message.ts';
import { linksOf, pressesOf, type Scope } from './scope.ts';

/** Calls that an event of a screen makes, itself or by the events that it leads to; `loud`: not those of quiet events, which only read. */
function callsFrom({ line }: Scope, screen: string, name: string, loud = false): ReadonlySet<string> {
  const calls = new Set<string>();
  const seen = new Set<string>();
  const open = [name];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const event = line.flow.screens?.[screen]?.[next];
    if (event === undefined || seen.has(next) || (loud && event.quiet)) continue;
    seen.add(next);
    for (const call of callsOfEvent(line, event)) calls.add(call);
    for (const outcome of event.outcomes ?? []) {
      open.push(...(outcome.also ?? []));
      if ('then' in outcome) open.push(outcome.then);
    }
  }
  return calls;
}

/** The question of a row says which row it is about, in every language. */
function checkNamed(scope: Scope, confirm: string): void {
  const { title, text } = askedBy(confirm);
  for (const [language, catalog] of Object.entries(scope.line.messages)) {
    const [asks, says] = [catalog[title], catalog[text]];
    if (asks === undefined || says === undefined) continue;
    if ([asks, says].some((each) => parseMessage(each).params.has('rowName'))) continue;
    const message = `question "${confirm}" does not say which row it is about`;
    scope.report(`messages/${language}`, [text], message, `write {rowName} into "${text}"`);
  }
}

export function checkConfirms(scope: Scope): void {
  const { line } = scope;
  const calls = line.calls.calls ?? {};
  /** Events that errors' links and timers run, on whatever screen has them. */
  const elsewhere = [
    ...Object.values(line.errors.codes ?? {}).flatMap((entry) =>
      (entry.links ?? []).flatMap(({ event }) => event ?? []),
    ),
    ...Object.values(line.flow.timers ?? {}).flatMap(({ event }) => event ?? []),
  ];
  const everyPress = Object.values(line.screens).flatMap(pressesOf);
  for (const confirm of new Set(everyPress.flatMap((each) => (each.inRow ? (each.confirm ?? []) : []))))
    checkNamed(scope, confirm);
  for (const [id, screen] of Object.entries(line.screens)) {
    const document = `screens/${id}`;
    const takes = (event: string): string | undefined =>
      [...callsFrom(scope, id, event)].find((call) => calls[call]?.takes);
    const presses = pressesOf(screen);
    for (const { at, event, confirm } of presses) {
      if (event === undefined && confirm !== undefined)
        scope.report(document, [...at, 'confirm'], '"confirm" where no event is run', 'delete it', 'key');
      const call = event === undefined || confirm !== undefined ? undefined : takes(event);
      if (call === undefined) continue;
      const message = `one press runs event ${event}, which takes something away (call ${call})`;
      scope.report(document, [...at, 'event'], message, 'add "confirm" and the texts of what it asks');
    }
    const asked = new Set(presses.map(({ at }) => String(at)));
    const others = firedBy(scope.line, id, screen)
      .filter(({ at }) => ![at, at.slice(0, -1)].some((each) => asked.has(String(each))))
      .map(({ event }) => event);
    for (const event of new Set([...others, ...BY_ITSELF, ...elsewhere])) {
      const call = takes(event);
      if (call === undefined) continue;
      const message = `event ${event} takes something away (call ${call}), and not only a button or a row runs it`;
      scope.report('flow', ['screens', id, event], message, 'run it from a button or a row with "confirm"', 'key');
    }
    if (screen.account !== true) continue;
    for (const { event } of [...presses, ...linksOf(id, screen).map(({ link }) => link)]) {
      for (const call of event === undefined ? [] : callsFrom(scope, id, event, true)) {
        const found = calls[call];
        if (found === undefined || found.method === 'GET' || found.takes !== undefined) continue;
        const at: Path = ['calls', call];
        const message = `call ${call} is pressed for on a screen of an account and does not say whether it takes something away`;
        scope.report('calls', at, message, 'add "takes": true, or "takes": false', 'key');
      }
    }
  }
}
