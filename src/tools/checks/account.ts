/** Checks screens of an account: nothing of a visitor stays once a call says that nobody is signed in. */
import { eventsOf, type Scope } from './scope.ts';

/** The action that forgets a visitor. */
const FORGETS = 'sign-out';

export function checkAccounts(scope: Scope): void {
  const { line } = scope;
  const codes = line.errors.codes ?? {};
  for (const { screen, name, event } of eventsOf(line)) {
    if (line.screens[screen]?.account !== true || event.call === undefined) continue;
    for (const code of (line.calls.calls?.[event.call]?.fails ?? []).filter((each) => codes[each]?.signsOut)) {
      const outcomes = (event.outcomes ?? []).filter(({ on }) => [on].flat().includes(code));
      const forgets = outcomes.some(
        (outcome) => outcome.if === undefined && (outcome.do ?? []).some(({ action }) => action === FORGETS),
      );
      if (forgets) continue;
      const message = `screen ${screen} is of an account, and event ${name} has no outcome on "${code}" with the action ${FORGETS}`;
      const fix = `add { "on": "${code}", "do": [{ "action": "${FORGETS}" }], "go": … }`;
      scope.report('flow', ['screens', screen, name, 'outcomes'], message, fix, 'key');
    }
  }
}
