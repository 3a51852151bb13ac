/** Checks screens of an account: nothing of a visitor stays once a call says that nobody is signed in. */
import type { Outcome } from '../../engine/whole.ts';
import { callsOfEvent } from '../event-calls.ts';
import { saidOf } from '../implied-flow.ts';
import type { Path } from '../load.ts';
import { eventAt, eventsOf, type Scope } from './scope.ts';

/** The action that forgets a visitor. */
const FORGETS = 'sign-out';

/** The event that every outcome of such a code leads to, where no outcome names the code. */
const ENDED = 'ended';

interface Found {
  readonly event: string;
  readonly index: number;
  readonly outcome: Outcome;
}

/** The outcomes that one ends with, itself or those of its `then`, and that do not forget the visitor. */
function keeping(scope: Scope, screen: string, found: Found, seen: readonly string[] = []): Found[] {
  const { outcome } = found;
  if ((outcome.do ?? []).some(({ action }) => action === FORGETS)) return [];
  if (!('then' in outcome) || seen.includes(outcome.then)) return [found];
  const { then: next } = outcome;
  const outcomes = scope.line.flow.screens?.[screen]?.[next]?.outcomes ?? [];
  if (outcomes.length === 0) return [found];
  return outcomes.flatMap((each, index) =>
    keeping(scope, screen, { event: next, index, outcome: each }, [...seen, next]),
  );
}

/** How an outcome comes to forget: `do` is one name, or names with what they take. */
function mendOf(outcome: Outcome): string {
  const said = saidOf(outcome);
  // Where none fits, the page stays as it is.
  if (said === undefined) return `add { "on": "otherwise", "do": "${FORGETS}", "go": … }`;
  const { do: written } = said;
  if (written === undefined) return `add "do": "${FORGETS}"`;
  return typeof written === 'string'
    ? `write "do": { "${written}": true, "${FORGETS}": true }`
    : `add "${FORGETS}": true to "do"`;
}

/** A form or notice that goes on where the session is over shows what is an account's, unless whoever opens it brings a token. */
function checkNamed(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    if (screen.account === true || screen.carriesToken === true || screen.kind === 'transit') continue;
    if (line.flow.screens?.[id]?.[ENDED] === undefined) continue;
    const message = `screen ${id} has the event "${ENDED}", and is of no account`;
    const fix = 'add "account": true, or delete the event in flow.json';
    scope.report(`screens/${id}`, [], message, fix, 'value', `account ${id}`);
  }
}

export function checkAccounts(scope: Scope): void {
  const { line } = scope;
  checkNamed(scope);
  const codes = line.errors.codes ?? {};
  const lacking = new Map<string, { at: Path; code: string }[]>();
  for (const { screen, name, event } of eventsOf(line)) {
    if (line.screens[screen]?.account !== true) continue;
    const fails = callsOfEvent(line, event).flatMap((call) => line.calls.calls?.[call]?.fails ?? []);
    for (const code of new Set(fails.filter((each) => codes[each]?.signsOut))) {
      const outcomes = (event.outcomes ?? []).map((outcome, index): Found => ({ event: name, index, outcome }));
      const named = outcomes.filter(
        ({ outcome: { on, if: when } }) => when === undefined && [on].flat().includes(code),
      );
      const left = named.map((each) => keeping(scope, screen, each));
      if (left.some((each) => each.length === 0)) continue;
      const [first] = left.flat();
      if (first === undefined)
        lacking.set(screen, [...(lacking.get(screen) ?? []), { at: eventAt(line, screen, name), code }]);
      else tell(scope, screen, code, first);
    }
  }
  for (const [screen, events] of lacking) tellLacking(scope, screen, events);
}

/** An outcome that keeps the visitor, told where it is written: every event whose session is over may lead to it. */
function tell(scope: Scope, screen: string, code: string, { event, index, outcome }: Found): void {
  const name = String(eventAt(scope.line, screen, event).at(-1));
  const where = event === ENDED ? 'the session is over' : `"${code}" says that the session is over`;
  const message = `an outcome of event ${name} does not forget the visitor, and ${where}`;
  scope.report('flow', ['screens', screen, event, 'outcomes', index], message, mendOf(outcome));
}

/** A screen without the event that follows lacks one thing; an event that names the code under a condition, an outcome. */
function tellLacking(scope: Scope, screen: string, events: readonly { at: Path; code: string }[]): void {
  const { line } = scope;
  const [first] = events;
  if (first && line.flow.screens?.[screen]?.[ENDED] === undefined) {
    const message = `screen ${screen} is of an account, and nothing follows where event ${first.at.at(-1)} finds that the session is over`;
    scope.report(
      'flow',
      ['screens', screen],
      message,
      `add the event "${ENDED}", such as "${ENDED}": "${ENDED}"`,
      'key',
    );
    return;
  }
  for (const { at, code } of events) {
    const message = `screen ${screen} is of an account, and event ${at.at(-1)} has no outcome on "${code}" with the action ${FORGETS}`;
    const fix = `add { "on": "${code}", "do": "${FORGETS}", "go": … }, or one that is "then": "${ENDED}"`;
    scope.report('flow', [...at, 'outcomes'], message, fix, 'key');
  }
}
