/** Checks the list of an event's outcomes as such: what it says twice, and what is never reached. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import type { Condition } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { saidOf } from '../implied-flow.ts';
import { isDictionary } from '../list-patch.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { layerOf, type Saying, topmost } from './blame.ts';
import { testsOf } from './conditions.ts';
import { unfired } from './fired.ts';
import { eventsOf, type Scope } from './scope.ts';

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
  tellShadowed(scope, at, outcomes);
}

/** The outcome above one that takes all its answers by a condition that asks for no more. */
function shadowing(outcomes: readonly Outcome[], index: number): number {
  const outcome = outcomes[index];
  if (outcome === undefined || isUnconditional(outcome)) return -1;
  return outcomes.findIndex(
    (above, nth) =>
      nth < index &&
      !isUnconditional(above) &&
      codesOf(outcome).every((code) => codesOf(above).includes(code)) &&
      (above.if === undefined || isEqual(above.if, outcome.if)) &&
      (above.where === undefined || includes(outcome.where, above.where)),
  );
}

/** Tells of outcomes whose condition one above them fulfils whenever they do. */
function tellShadowed(scope: Scope, at: Path, outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    const by = shadowing(outcomes, index);
    const above = outcomes[by];
    if (above === undefined || saidOf(outcome) === undefined || saidOf(above) === undefined) continue;
    const code = codesOf(outcome).join(', ');
    if (isEqual(above.where, outcome.where) && isEqual(above.if, outcome.if)) {
      const message = `this outcome and the one below it are for the same "${code}", and the second is never reached`;
      scope.report(
        'flow',
        [...at, 'outcomes', by, above.where === undefined ? 'if' : 'where'],
        message,
        'add to "where" or "when" what it asks besides, or delete one',
      );
    } else {
      const message = `this outcome is never reached: one above takes "${code}" with less of a condition`;
      scope.report('flow', [...at, 'outcomes', index], message, 'move it up, or delete it');
    }
  }
}

/** What an outcome does, whatever it is for. */
const deedOf = ({ on, if: condition, where, ...deed }: Outcome): Readonly<Record<string, unknown>> => deed;

/** Whether one does all that another does, and more. */
function includes(one: unknown, other: unknown): boolean {
  if (!isDictionary(one) || !isDictionary(other)) return JSON.stringify(one) === JSON.stringify(other);
  return Object.entries(other).every(([name, value]) => includes(one[name], value));
}

const doesMore = (one: Outcome, other: Outcome): boolean =>
  includes(deedOf(one), deedOf(other)) && !includes(deedOf(other), deedOf(one));

/** The one property of what an event's calls answer, of few values, that nothing asks about, keeps or saves: a condition on it was lost. */
function unreadOf(line: ResolvedLine, at: Path): string | undefined {
  const event = line.flow.screens?.[String(at[1])]?.[String(at[2])];
  const calls = event === undefined ? [] : callsOfEvent(line, event);
  const asking = eventsOf(line).filter(({ event: other }) =>
    callsOfEvent(line, other).some((call) => calls.includes(call)),
  );
  const read = new Set([
    ...asking.flatMap(({ event: { outcomes = [] } }) => outcomes.flatMap(({ where = {} }) => Object.keys(where))),
    ...calls.flatMap((call) => {
      const { keeps = {}, saves = {} } = line.calls.calls[call] ?? {};
      return [
        ...Object.values(keeps),
        ...Object.values(saves).flatMap((saved) => (typeof saved === 'string' ? saved : saved.join)),
      ];
    }),
  ]);
  const unread = calls.flatMap((call) =>
    Object.entries((line.api[call]?.response?.properties ?? {}) as Record<string, unknown>).flatMap(([name, shape]) =>
      !read.has(name) && isDictionary(shape) && (shape.type === 'boolean' || Array.isArray(shape.enum)) ? name : [],
    ),
  );
  return unread.length === 1 ? unread[0] : undefined;
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
  const [only] = dead.length === 1 ? [outcomes[first.index]] : [];
  // What does the same and more is for a part of the answers; of two for anything else the second one is too much.
  const isLost = first.code === 'ok' && only && taking && isUnconditional(only) && saidOf(taking) !== undefined;
  const unread = isLost ? unreadOf(scope.line, at) : undefined;
  if (unread !== undefined) {
    const message = `this outcome takes every "${first.code}", and the one below it is never reached: nothing asks about "${unread}" of the answer`;
    scope.report('flow', [...at, 'outcomes', by], message, `add "where": { "${unread}": … } here`);
    return;
  }
  const isPart = only && taking && saidOf(taking) && isUnconditional(only) && doesMore(taking, only);
  if (isPart && first.code !== 'otherwise') {
    const message = `this outcome takes every "${first.code}", and the one below it for that is never reached`;
    const fix = 'add "when" or "where" here, or delete the one below';
    scope.report('flow', [...at, 'outcomes', by, 'on'], message, fix, 'key');
    return;
  }
  for (const { index, code } of dead) {
    const message = `this outcome is never reached: "${code}" above takes it`;
    const isSame = isUnconditional(outcomes[index] as Outcome);
    const fix = isSame ? 'delete it, or add "where" or "when" to the one above' : 'delete it, or move it up';
    scope.report('flow', [...at, 'outcomes', index], message, fix);
  }
}

/** Whether a name has a word that a condition is about. */
function speaksOf(name: string, condition: Condition | undefined): boolean {
  const words = testsOf(condition).flatMap((test) =>
    [test.flow, test.flag, test.query, test.stored, test.is].map((word) => String(word).toLowerCase()),
  );
  return name.split('-').some((part) => words.includes(part));
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The outcome below one that does the same for the same answers, and asks for nothing besides. */
const alikeBelow = (outcomes: readonly Outcome[], index: number, outcome: Outcome): number =>
  outcomes.findIndex(
    (other, place) =>
      place > index &&
      saidOf(other) !== undefined &&
      other.if === undefined &&
      isEqual(codesOf(other), codesOf(outcome)) &&
      (other.where === undefined || isEqual(other.where, outcome.where)) &&
      isEqual(deedOf(other), deedOf(outcome)),
  );

/**
 * Outcomes that do alike, whatever the condition of the first says: one of them was to do something else. Where an outcome
 * stands between them only an event that nothing fires tells that.
 */
export function checkAlike(scope: Scope, at: Path, outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if (saidOf(outcome) === undefined || isUnconditional(outcome)) continue;
    const below = alikeBelow(outcomes, index, outcome);
    if (below < 0) continue;
    const between = outcomes.slice(index + 1, below).flatMap(codesOf);
    const idle = 'then' in outcome ? unfired(scope.line, String(at[1])) : [];
    const [event] = idle.length === 1 ? idle : [];
    if (event === undefined) {
      if (codesOf(outcome).some((code) => between.includes(code))) continue;
      const message = 'this outcome does what the one below it does, whatever its condition says';
      scope.report('flow', [...at, 'outcomes', index], message, 'delete it, or let it do something else');
      continue;
    }
    // What is called after the condition is right to stand under it.
    const isOther = 'then' in outcome && speaksOf(outcome.then, outcome.if) && !speaksOf(event, outcome.if);
    const message = isOther
      ? 'this outcome does what the one above it does under a condition'
      : 'this outcome does what the one below it does, whatever its condition says';
    const then = [...at, 'outcomes', isOther ? below : index, 'then'];
    scope.report('flow', then, `${message}, and nothing fires ${event}`, `write "then": "${event}"`);
  }
}
