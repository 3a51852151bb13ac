/** Events that lead to each other without a press: while their calls fail they never end. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import type { Path } from '../load.ts';
import { codesOf } from './outcomes.ts';
import type { Scope } from './scope.ts';

/** Actions after which something waits before the next event. */
const WAITS = /^start-/;

/** Whether an outcome leads on whatever else is so: where a call failed, or there is none. */
const leadsOn = (outcome: Outcome): outcome is Outcome & { readonly then: string } =>
  'then' in outcome &&
  outcome.if === undefined &&
  outcome.where === undefined &&
  codesOf(outcome).includes('otherwise') &&
  !(outcome.do ?? []).some(({ action }) => WAITS.test(action));

/** Reports, of each circle of a screen's events, the step of the first of them that leads into it. */
export function checkLoops(scope: Scope, screen: string, at: Path, events: Readonly<Record<string, FlowEvent>>): void {
  const next = (name: string): string | undefined => events[name]?.outcomes?.find(leadsOn)?.then;
  const told = new Set<string>();
  for (const name of Object.keys(events)) {
    const seen = [name];
    for (let on = next(name); on !== undefined && !seen.includes(on); on = next(on)) seen.push(on);
    const back = next(seen.at(-1) ?? name);
    if (back !== name || seen.some((each) => told.has(each))) continue;
    for (const each of seen) told.add(each);
    const index = events[name]?.outcomes?.findIndex(leadsOn) ?? 0;
    const by = seen.length > 1 ? ` by ${seen.slice(1).join(', ')}` : '';
    const message = `event ${name} of screen ${screen} leads to itself${by}, and never ends while it fails`;
    scope.report('flow', [...at, name, 'outcomes', index, 'then'], message, 'lead to a state, or wait for a press');
  }
}
