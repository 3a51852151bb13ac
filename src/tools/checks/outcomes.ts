/** Checks the list of an event's outcomes as such: what it says twice, and what is never reached. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import { saidOf } from '../implied-flow.ts';
import type { Path } from '../load.ts';
import { layerOf, type Saying, topmost } from './blame.ts';
import type { Scope } from './scope.ts';

/** Answers that an outcome is for. */
export const codesOf = (outcome: Outcome) => [outcome.on].flat();

/** What an event says that is so without it, or says twice. */
export function checkSaid(scope: Scope, at: Path, event: FlowEvent): void {
  for (const [index, each] of (event.outcomes ?? []).entries()) {
    const outcome = saidOf(each);
    if (outcome === undefined) continue;
    const here = [...at, 'outcomes', index];
    const steps = ['go', 'then', 'state', 'leave'].filter((step) => Object.hasOwn(outcome, step));
    if (steps.length > 1) {
      const message = `outcome with ${steps.map((step) => `"${step}"`).join(' and ')}`;
      const said = steps.map((step): Saying => ({ document: 'flow', at: [...here, step], fix: '' })).reverse();
      const wrong = topmost(scope.line, ...(said as [Saying, ...Saying[]]));
      const below = said.find((each) => layerOf(scope.line, each) !== layerOf(scope.line, wrong));
      const mend = below ? `delete the one below with "${below.at.at(-1)}": null` : 'keep one and delete the other';
      scope.report('flow', wrong.at, message, mend, 'key');
    }
    if (outcome.tells !== undefined && outcome.state === undefined) {
      const message = '"tells" of an outcome without "state"';
      scope.report('flow', [...here, 'tells'], message, 'delete it: a failure is shown all the same', 'key');
    }
    const where = outcome.go === undefined ? (outcome.leave === undefined ? outcome.state && 'state' : 'leave') : 'go';
    if (outcome.says !== undefined && where !== undefined) {
      const fix = where === 'go' ? 'write it within "go"' : 'delete it';
      scope.report('flow', [...here, 'says'], `"says" of an outcome with "${where}"`, fix, 'key');
    }
    if (outcome.on === 'otherwise' && Object.keys(outcome).length === 1) {
      scope.report('flow', here, 'this outcome is implied: where none fits, the page stays', 'delete it');
    }
  }
}

/** Whether an outcome takes every answer that it is for. */
export const isUnconditional = (outcome: Outcome) => outcome.if === undefined && outcome.where === undefined;

/** The outcome that takes every answer, where one below would take some of them. */
function takesAll(outcomes: readonly Outcome[]): number | undefined {
  const taking = outcomes.findIndex((each) => codesOf(each).includes('otherwise') && isUnconditional(each));
  const below = outcomes.slice(taking + 1).filter((each) => saidOf(each) !== undefined);
  // Of two for anything else the second one is too much.
  const isLast = below.every((each) => codesOf(each).includes('otherwise') && isUnconditional(each));
  return taking < 0 || isLast ? undefined : taking;
}

export function checkOrder(scope: Scope, at: Path, outcomes: readonly Outcome[]): void {
  const taking = takesAll(outcomes);
  if (taking !== undefined) {
    const message = 'no outcome below this one is ever reached: it takes every answer';
    scope.report('flow', [...at, 'outcomes', taking], message, 'move it to the end, or delete it');
  }
  /** Code → the outcome that takes every such answer. */
  const settled = new Map<string, number>();
  const dead = new Map<number, { readonly index: number; readonly code: string }[]>();
  for (const [index, outcome] of outcomes.slice(0, taking).entries()) {
    const codes = codesOf(outcome);
    const code = settled.has('otherwise') ? 'otherwise' : codes.find((each) => settled.has(each));
    const isDead = code === 'otherwise' || codes.every((each) => settled.has(each));
    // What is implied is nobody's mistake.
    if (code !== undefined && isDead && saidOf(outcome) !== undefined) {
      const by = settled.get(code) ?? 0;
      dead.set(by, [...(dead.get(by) ?? []), { index, code }]);
    }
    if (isUnconditional(outcome)) for (const each of codes) if (!settled.has(each)) settled.set(each, index);
  }
  for (const [by, found] of dead) tellDead(scope, at, outcomes, by, found);
}

/** Of several that are never reached none is wrong, but what takes their answers: it lost its condition. */
function tellDead(
  scope: Scope,
  at: Path,
  outcomes: readonly Outcome[],
  by: number,
  dead: readonly { readonly index: number; readonly code: string }[],
): void {
  const [first] = dead;
  if (first === undefined) return;
  const taking = outcomes[by];
  if (dead.length > 1 && taking !== undefined && saidOf(taking) !== undefined) {
    const message = `this outcome takes every "${first.code}", and the ${dead.length} below it for that are never reached`;
    scope.report('flow', [...at, 'outcomes', by], message, 'add "where" or "when", or move it below them');
    return;
  }
  for (const { index, code } of dead) {
    const message = `this outcome is never reached: "${code}" above takes it`;
    const isSame = isUnconditional(outcomes[index] as Outcome);
    const fix = isSame ? 'delete it, or add "where" or "when" to the one above' : 'delete it, or move it up';
    scope.report('flow', [...at, 'outcomes', index], message, fix);
  }
}
