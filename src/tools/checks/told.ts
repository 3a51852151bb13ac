/** Checks that a press on a row's button is told: it leads on, shows another state, or says what it did. */
import { eventAt, pressesOf, type Scope } from './scope.ts';

/** The outcome by which an event that went well ends on its screen without a word; that of the event itself, though it leads on. */
function silent(scope: Scope, screen: string, name: string, seen: readonly string[] = []): number | undefined {
  const outcomes = scope.line.flow.screens?.[screen]?.[name]?.outcomes;
  // One that is not there, or goes in a circle, is told elsewhere.
  if (outcomes === undefined || seen.includes(name)) return undefined;
  const on = (what: string) => outcomes.filter((each) => [each.on].flat().includes(what));
  const ok = on('ok');
  // What else there is is for failures, where success has an outcome of its own in every case.
  const good = ok.some((each) => !('where' in each || 'if' in each)) ? ok : [...ok, ...on('otherwise')];
  const found = good.find((outcome) => {
    if (['says', 'go', 'state', 'leave'].some((step) => step in outcome)) return false;
    return !('then' in outcome) || silent(scope, screen, outcome.then, [...seen, name]) !== undefined;
  });
  return found && outcomes.indexOf(found);
}

export function checkTold(scope: Scope): void {
  for (const [id, screen] of Object.entries(scope.line.screens)) {
    const events = pressesOf(screen).flatMap(({ event, inRow }) => (inRow && event !== undefined ? [event] : []));
    for (const event of new Set(events)) {
      const index = silent(scope, id, event);
      if (index === undefined) continue;
      const name = eventAt(scope.line, id, event).at(-1);
      const message = `event ${name} of a row stays on the screen and does not say what it did`;
      const at = ['screens', id, event, 'outcomes', index];
      scope.report('flow', at, message, 'add "says" to its outcome, or let it lead on');
    }
  }
}
