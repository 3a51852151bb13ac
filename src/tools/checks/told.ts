/** Checks that a press on a row's button is told: it leads on, shows another state, or says what it did. */
import { pressesOf, type Scope } from './scope.ts';

/** Whether an event that went well ends on its screen without a word. */
function endsSilent(scope: Scope, screen: string, name: string, seen: readonly string[] = []): boolean {
  const event = scope.line.flow.screens?.[screen]?.[name];
  // One that is not there, or goes in a circle, is told elsewhere.
  if (event === undefined || seen.includes(name)) return false;
  const on = (what: string) => (event.outcomes ?? []).filter((each) => [each.on].flat().includes(what));
  const ok = on('ok');
  // What else there is is for failures, where success has an outcome of its own in every case.
  const good = ok.some((each) => !('where' in each || 'when' in each)) ? ok : [...ok, ...on('otherwise')];
  if (good.length === 0) return true;
  return good.some((outcome) => {
    if (['says', 'go', 'state', 'leave'].some((step) => step in outcome)) return false;
    return !('then' in outcome) || endsSilent(scope, screen, outcome.then, [...seen, name]);
  });
}

export function checkTold(scope: Scope): void {
  for (const [id, screen] of Object.entries(scope.line.screens)) {
    const events = pressesOf(screen).flatMap(({ event, inRow }) => (inRow && event !== undefined ? [event] : []));
    for (const event of new Set(events)) {
      if (!endsSilent(scope, id, event)) continue;
      const message = `event ${event} of a row stays on the screen and does not say what it did`;
      scope.report('flow', ['screens', id, event], message, 'add "says" to its outcome, or let it lead on', 'key');
    }
  }
}
