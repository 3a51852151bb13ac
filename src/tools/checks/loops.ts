/** Events that lead to each other without a press: while their calls fail they never end. */
import type { Outcome } from '../../engine/whole.ts';
import { codesOf, isUnconditional } from './outcomes.ts';
import { areSame, checkRounds, type Node, type Screens } from './rounds.ts';
import type { Scope } from './scope.ts';

/** Actions after which something waits before the next event. */
const WAITS = /^start-/;

/** Whether an outcome is taken whatever else is so: where a call failed, or there is none. */
const isTaken = (outcome: Outcome): boolean =>
  isUnconditional(outcome) &&
  codesOf(outcome).includes('otherwise') &&
  !(outcome.do ?? []).some(({ action }) => WAITS.test(action));

/**
 * The event that comes by itself where all else fails: one of its screen, or what another screen begins with. The way to
 * another screen and back may be barred by conditions that exclude each other, and is no circle then.
 */
function nextOf({ screen, name }: Node, screens: Screens): Node | undefined {
  const outcomes = screens[screen]?.[name]?.outcomes ?? [];
  const taken = outcomes.find(isTaken);
  if (taken === undefined) return undefined;
  if ('then' in taken) return { screen, name: taken.then };
  const isSure = outcomes.find((each) => codesOf(each).includes('otherwise')) === taken;
  if (!('go' in taken) || !isSure || screens[taken.go.screen]?.load === undefined) return undefined;
  return { screen: taken.go.screen, name: 'load' };
}

/** The events of the circle that one is in, from it on; undefined where it is in none. */
function circleOf(first: Node, screens: Screens): readonly Node[] | undefined {
  const seen = [first];
  for (let on = nextOf(first, screens); on !== undefined; on = nextOf(on, screens)) {
    const node = on;
    if (areSame(node, first)) return seen;
    if (seen.some((each) => areSame(each, node))) return undefined;
    seen.push(node);
  }
  return undefined;
}

/** Reports, of each circle of events, the step by which the first of them leads into it. */
export function checkLoops(scope: Scope, screens: Screens): void {
  const told: Node[] = [];
  const nodes = Object.entries(screens).flatMap(([screen, events]) =>
    Object.keys(events).map((name): Node => ({ screen, name })),
  );
  for (const first of nodes) {
    const circle = circleOf(first, screens);
    if (circle === undefined || told.some((each) => areSame(each, first))) continue;
    told.push(...circle);
    const { screen, name } = first;
    const outcomes = screens[screen]?.[name]?.outcomes ?? [];
    const index = outcomes.findIndex(isTaken);
    const at = ['screens', screen, name, 'outcomes', index, 'then' in (outcomes[index] ?? {}) ? 'then' : 'go'];
    const others = circle
      .slice(1)
      .map((each) => (each.screen === screen ? each.name : `${each.name} of ${each.screen}`));
    const by = others.length > 0 ? ` by ${others.join(', ')}` : '';
    const message = `event ${name} of screen ${screen} leads to itself${by}, and never ends while it fails`;
    scope.report('flow', at, message, 'lead to a state, or wait for a press');
  }
  checkRounds(scope, screens, told);
}
