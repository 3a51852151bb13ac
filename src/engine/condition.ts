/**
 * Conditions of the data language: `is`, `in`, `present`, `listed` over a field, a flag, an offer, a flow value, a stored
 * key, a query parameter, the visit or a property of the line, combined with `all`, `any`, `not`.
 */
import type { Condition, InnerCondition, Test } from '../generated/config.ts';

/** Where a test finds its subject. Each function answers `undefined` for what is unknown or absent. */
export interface Facts {
  field(id: string): unknown;
  flag(name: string): unknown;
  offer(name: string): unknown;
  flow(name: string): unknown;
  stored(key: string): unknown;
  line(property: NonNullable<Test['line']>): unknown;
  query(name: string): unknown;
  visit(fact: NonNullable<Test['visit']>): unknown;
  /** Whether an address is on one of the origins that the line lists. */
  listed(address: unknown): boolean;
}

type AnyCondition = Condition | InnerCondition;

/** Whether a value counts as absent: nothing, an empty text, an empty list, or `false`. */
function isAbsent(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  );
}

function subject(test: Test, facts: Facts): unknown {
  if (test.field !== undefined) return facts.field(test.field);
  if (test.flag !== undefined) return facts.flag(test.flag);
  if (test.offer !== undefined) return facts.offer(test.offer);
  if (test.flow !== undefined) return facts.flow(test.flow);
  if (test.stored !== undefined) return facts.stored(test.stored);
  if (test.line !== undefined) return facts.line(test.line);
  if (test.query !== undefined) return facts.query(test.query);
  if (test.visit !== undefined) return facts.visit(test.visit);
  return undefined;
}

function testHolds(test: Test, facts: Facts): boolean {
  const value = subject(test, facts);
  // A list passes when it holds the value asked for.
  const equals = (each: unknown): boolean => (Array.isArray(value) ? value.includes(each) : value === each);
  if (test.is !== undefined) return equals(test.is);
  if (test.in !== undefined) return test.in.some(equals);
  if (test.present !== undefined) return isAbsent(value) !== test.present;
  if (test.listed !== undefined) return facts.listed(value) === test.listed;
  return !isAbsent(value);
}

/** Whether a condition is true; an absent condition always is. */
export function holds(condition: AnyCondition | undefined, facts: Facts): boolean {
  if (condition === undefined) return true;
  if ('all' in condition) return condition.all.every((each) => holds(each, facts));
  if ('any' in condition) return condition.any.some((each) => holds(each, facts));
  if ('not' in condition) return !holds(condition.not, facts);
  return testHolds(condition, facts);
}

/** Names of the query parameters that a condition asks for. */
export function queriesOf(condition: AnyCondition | undefined): readonly string[] {
  if (condition === undefined) return [];
  if ('all' in condition) return condition.all.flatMap(queriesOf);
  if ('any' in condition) return condition.any.flatMap(queriesOf);
  if ('not' in condition) return queriesOf(condition.not);
  return condition.query === undefined ? [] : [condition.query];
}

/** What is known at build: the line's offers and properties. Fields, flags, flow values and stored keys are the visitor's. */
export type KnownFacts = Pick<Facts, 'offer' | 'line'>;

/**
 * Decides as much of a condition as the line alone decides.
 * @returns `true` or `false` when nothing of the visitor's is left, otherwise the condition that remains.
 */
export function decide<C extends AnyCondition>(condition: C | undefined, known: KnownFacts): C | boolean {
  if (condition === undefined) return true;
  return simplify(condition, known) as C | boolean;
}

function simplify(condition: AnyCondition, known: KnownFacts): AnyCondition | boolean {
  if ('all' in condition) {
    const rest: AnyCondition[] = [];
    for (const each of condition.all) {
      const decided = simplify(each, known);
      if (decided === false) return false;
      if (decided !== true) rest.push(decided);
    }
    return rest.length === 0 ? true : ({ all: rest } as AnyCondition);
  }
  if ('any' in condition) {
    const rest: AnyCondition[] = [];
    for (const each of condition.any) {
      const decided = simplify(each, known);
      if (decided === true) return true;
      if (decided !== false) rest.push(decided);
    }
    return rest.length === 0 ? false : ({ any: rest } as AnyCondition);
  }
  if ('not' in condition) {
    const decided = simplify(condition.not, known);
    return typeof decided === 'boolean' ? !decided : ({ not: decided } as AnyCondition);
  }
  if (condition.offer === undefined && condition.line === undefined) return condition;
  const unknown = (): undefined => undefined;
  const visitor = { field: unknown, flag: unknown, flow: unknown, stored: unknown, query: unknown, visit: unknown };
  return testHolds(condition, { ...known, ...visitor, listed: () => false });
}
