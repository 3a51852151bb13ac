/** Checks screens of an account: nothing of a visitor stays once a call says that nobody is signed in. */
import type { Outcome } from '../../engine/whole.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { ResolvedLine } from '../resolve.ts';
import { eventsOf, type Scope } from './scope.ts';

/** The action that forgets a visitor. */
const FORGETS = 'sign-out';

/** Whether an outcome forgets the visitor, or leads to an event of which every outcome does. */
function forgetsAlways(line: ResolvedLine, screen: string, outcome: Outcome, seen: readonly string[] = []): boolean {
  if ((outcome.do ?? []).some(({ action }) => action === FORGETS)) return true;
  if (!('then' in outcome) || seen.includes(outcome.then)) return false;
  const outcomes = line.flow.screens?.[screen]?.[outcome.then]?.outcomes ?? [];
  return outcomes.length > 0 && outcomes.every((each) => forgetsAlways(line, screen, each, [...seen, outcome.then]));
}

export function checkAccounts(scope: Scope): void {
  const { line } = scope;
  const codes = line.errors.codes ?? {};
  for (const { screen, name, event } of eventsOf(line)) {
    if (line.screens[screen]?.account !== true) continue;
    const fails = callsOfEvent(line, event).flatMap((call) => line.calls.calls?.[call]?.fails ?? []);
    for (const code of new Set(fails.filter((each) => codes[each]?.signsOut))) {
      const outcomes = (event.outcomes ?? []).filter(({ on }) => [on].flat().includes(code));
      const forgets = outcomes.some((outcome) => outcome.if === undefined && forgetsAlways(line, screen, outcome));
      if (forgets) continue;
      const message = `screen ${screen} is of an account, and event ${name} has no outcome on "${code}" with the action ${FORGETS}`;
      const fix = `add { "on": "${code}", "do": [{ "action": "${FORGETS}" }], "go": … }`;
      scope.report('flow', ['screens', screen, name, 'outcomes'], message, fix, 'key');
    }
  }
}
