/** Checks the small parts that stand in many files: values, conditions, links. */
import type { Condition, Link, Test, Value } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { topmost } from './blame.ts';
import { checkCompared } from './comparisons.ts';
import { checkContradiction } from './contradictions.ts';
import { fieldIds, flagNames, flowValues, keptValues, type Scope } from './scope.ts';

/** Names that hold on one line, gathered once. */
export interface Names {
  readonly fields: ReadonlySet<string>;
  readonly flow: ReadonlySet<string>;
  /** Flow values kept from answers, which is where all others come from. */
  readonly kept: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
  readonly stored: ReadonlySet<string>;
  readonly screens: ReadonlySet<string>;
  readonly timers: ReadonlySet<string>;
}

export function namesOf({ line }: Scope): Names {
  return {
    fields: new Set(Object.keys(line.fields)),
    flow: flowValues(line),
    kept: keptValues(line),
    flags: flagNames(line),
    stored: new Set(Object.keys(line.stored.keys ?? {})),
    screens: new Set(Object.keys(line.screens)),
    timers: new Set(Object.keys(line.flow.timers ?? {})),
  };
}

/** A wire value by name: the enumeration and the name in it exist. */
export function checkEnum(scope: Scope, document: string, at: Path, value: { enum: string; is?: string }): void {
  const names = scope.line.enums[value.enum];
  if (!names) scope.unknown(document, [...at, 'enum'], 'enumeration', value.enum, Object.keys(scope.line.enums));
  else if (value.is !== undefined && !Object.hasOwn(names, value.is)) {
    scope.unknown(document, [...at, 'is'], `name of enumeration ${value.enum}`, value.is, Object.keys(names));
  }
}

/** A value's source exists. `anyFlow`: flow values may come from code. */
export function checkValue(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  value: Value,
  { anyFlow = false } = {},
): void {
  if ('enum' in value) checkEnum(scope, document, at, value);
  if ('field' in value && !names.fields.has(value.field)) {
    scope.unknown(document, [...at, 'field'], 'field', value.field, names.fields);
  }
  if ('field' in value && !('through' in value) && scope.line.fields[value.field]?.wire !== undefined) {
    const message = `field ${value.field} would be sent as it is typed, and its "wire" is of what a transform makes of it`;
    scope.lack(document, at, message, 'add "through": "password-digest"');
  }
  if ('flow' in value && !anyFlow && !names.flow.has(value.flow)) {
    scope.unknown(document, [...at, 'flow'], 'flow value', value.flow, names.flow);
  }
  if ('stored' in value && !names.stored.has(value.stored)) {
    scope.unknown(document, [...at, 'stored'], 'stored key', value.stored, names.stored);
  }
  if ('join' in value) {
    for (const [index, part] of value.join.entries()) {
      checkValue(scope, names, document, [...at, 'join', index], part, { anyFlow });
    }
  }
}

/** A condition's parts exist, and they can be so together. `fields`: those of the screen it stands on. */
export function checkCondition(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  condition: Condition | undefined,
  fields: ReadonlySet<string> = names.fields,
): void {
  if (!condition) return;
  checkParts(scope, names, document, at, condition, fields);
  checkContradiction(scope, document, at, condition);
}

function checkParts(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  condition: Condition,
  fields: ReadonlySet<string>,
): void {
  const enter = (part: Condition, step: Path) => checkParts(scope, names, document, [...at, ...step], part, fields);
  if ('all' in condition) {
    for (const [index, part] of condition.all.entries()) enter(part, ['all', index]);
  } else if ('any' in condition) {
    for (const [index, part] of condition.any.entries()) enter(part, ['any', index]);
  } else if ('not' in condition) enter(condition.not, ['not']);
  else checkTest(scope, names, document, at, condition, fields);
}

const SUBJECTS = ['field', 'flag', 'offer', 'flow', 'stored', 'line', 'query', 'visit'] as const;
const OPERATORS = ['is', 'in', 'present', 'listed'] as const;

function checkTest(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  test: Test,
  fields: ReadonlySet<string>,
): void {
  const subjects = SUBJECTS.filter((name) => test[name] !== undefined);
  const operators = OPERATORS.filter((name) => test[name] !== undefined);
  if (subjects.length !== 1) {
    scope.report(
      document,
      at,
      subjects.length === 0 ? 'condition tests nothing' : `condition tests ${subjects.join(' and ')} at once`,
      `write exactly one of: ${SUBJECTS.join(', ')}`,
    );
  }
  if (operators.length > 1) {
    scope.report(document, at, `condition has ${operators.join(' and ')} at once`, 'keep one of them');
  }
  if (test.field !== undefined && !fields.has(test.field)) {
    scope.unknown(document, [...at, 'field'], 'field', test.field, fields);
  }
  if (test.flag !== undefined && !names.flags.has(test.flag)) {
    scope.unknown(document, [...at, 'flag'], 'flag', test.flag, names.flags);
  }
  if (test.flow !== undefined && !names.flow.has(test.flow)) {
    scope.unknown(document, [...at, 'flow'], 'flow value', test.flow, names.flow);
  }
  if (test.stored !== undefined && !names.stored.has(test.stored)) {
    scope.unknown(document, [...at, 'stored'], 'stored key', test.stored, names.stored);
  }
  const { query } = test;
  if (query !== undefined && scope.line.stored.query?.dropped?.includes(query)) {
    const own = { document, at: [...at, 'query'], fix: 'test another' };
    const index = scope.line.stored.query.dropped.indexOf(query);
    const fix = `delete it here: ${document}.json reads it`;
    const told = topmost(scope.line, { document: 'stored', at: ['query', 'dropped', index], fix }, own);
    const message = `parameter "${query}" is dropped when the address is read`;
    scope.report(told.document, told.at, message, told.fix, 'value', `dropped ${query}`);
  }
  if (subjects.length === 1 && operators.length === 1) checkCompared(scope, document, at, test);
}

/** Names carried to another screen are fields of this one, or flow values. */
export function checkCarried(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  carried: readonly string[] | undefined,
): void {
  for (const [index, name] of (carried ?? []).entries()) {
    if (names.fields.has(name) || names.kept.has(name)) continue;
    scope.unknown(document, [...at, index], 'field or flow value', name, [...names.fields, ...names.kept]);
  }
}

/** Where a link or a button leads: exactly one of its targets, which exists. `screen`: the one it stands on; undefined in an error. */
export function checkTarget(
  scope: Scope,
  names: Names,
  document: string,
  at: Path,
  target: Link,
  screen: string | undefined,
): void {
  const { line } = scope;
  const targets = (['screen', 'url', 'otherZone', 'event', 'form'] as const).filter(
    (name) => target[name] !== undefined,
  );
  if (targets.length !== 1) {
    scope.report(
      document,
      at,
      targets.length === 0 ? `"${target.id}" leads nowhere` : `"${target.id}" has ${targets.join(' and ')}`,
      'write exactly one of: screen, url, event, form, otherZone',
    );
  }
  if (target.screen !== undefined && !names.screens.has(target.screen)) {
    scope.unknown(document, [...at, 'screen'], 'screen', target.screen, names.screens);
  }
  if (target.url !== undefined && !Object.hasOwn(line.line.links ?? {}, target.url)) {
    scope.unknown(document, [...at, 'url'], 'link of the line', target.url, Object.keys(line.line.links ?? {}));
  }
  if (target.form !== undefined) {
    const all = Object.entries(line.screens).filter(([id]) => screen === undefined || id === screen);
    const known = all.flatMap(([, { kind, ...rest }]) =>
      kind === 'form' && 'forms' in rest ? Object.keys(rest.forms ?? {}) : [],
    );
    if (!known.includes(target.form)) scope.unknown(document, [...at, 'form'], 'form', target.form, known);
  }
  const fields = screen === undefined ? names.fields : fieldIds(line.screens[screen]);
  checkCondition(scope, names, document, [...at, 'when'], target.when, fields);
  checkCarried(scope, names, document, [...at, 'with'], target.with);
}

/** A step that is counted is one of the funnel's. */
export function checkStep(scope: Scope, document: string, at: Path, step: string | undefined): void {
  const known = scope.line.flow.funnel ?? [];
  if (step !== undefined && !known.includes(step)) scope.unknown(document, at, 'funnel step', step, known);
}
