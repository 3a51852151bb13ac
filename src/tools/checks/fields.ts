/** Checks fields/*.json: rules, patterns, options, and what a field refers to. */
import type { Field } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { checkChoices } from './choices.ts';
import { checkFieldCountdown } from './countdowns.ts';
import { patternFault } from './patterns.ts';
import { isSatisfiable } from './satisfiable.ts';
import { words } from './schema.ts';
import type { Scope } from './scope.ts';
import type { Names } from './values.ts';

/** Pairs of which the second may not be less. */
const BOUNDS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** Widget → types of values that it gives. */
const WIDGETS: Readonly<Record<Field['widget'], readonly string[]>> = {
  text: ['string'],
  email: ['string'],
  password: ['string'],
  'new-password': ['string'],
  phone: ['string'],
  code: ['string'],
  select: ['string', 'array'],
  'radio-cards': ['string'],
  checkbox: ['boolean'],
  agreement: ['boolean'],
  hidden: ['string', 'boolean', 'integer', 'number', 'array'],
};

function checkWidget(scope: Scope, document: string, { widget, rule, options }: Field): void {
  const types = WIDGETS[widget];
  const type = String(rule.type);
  if (!types.includes(type)) {
    const fitting = Object.keys(WIDGETS).filter(
      (name) => name !== 'hidden' && WIDGETS[name as Field['widget']].includes(type),
    );
    const message = `widget ${widget} gives ${words(types)}, and the rule takes ${words([type])}`;
    scope.report(document, ['widget'], message, `write one of: ${fitting.join(', ')}`);
  } else if ((widget === 'select' || widget === 'radio-cards') && !options) {
    scope.report(
      document,
      ['widget'],
      `widget ${widget} has no options to pick from`,
      'add "options", or write "text"',
    );
  }
}

/** Parts of a rule by the signs that they are called after, as patterns write them. */
const SIGNS: Readonly<Record<string, string>> = { lowerCase: 'a-z', upperCase: 'A-Z', digit: '0-9' };

/** Two parts of a rule that ask for the same: one was copied. It is the one that is called after other signs, else the later. */
function checkParts(
  scope: Scope,
  document: string,
  parts: readonly { readonly title: string; readonly pattern: string }[],
): void {
  // Of a title twice it is told that it is there twice.
  if (new Set(parts.map(({ title }) => title)).size < parts.length) return;
  for (const [second, { title, pattern }] of parts.entries()) {
    const first = parts.findIndex((other) => other.pattern === pattern);
    const before = parts[first];
    if (before === undefined || first === second) continue;
    const fits = (name: string): boolean => pattern.includes(SIGNS[name] ?? '');
    const isFirst = !fits(before.title) && fits(title);
    const [wrong, right] = isFirst ? [{ title: before.title, at: first }, { title }] : [{ title, at: second }, before];
    const [from, to] = [SIGNS[right.title], SIGNS[wrong.title]];
    const meant = from && to && pattern.includes(from) ? pattern.replaceAll(from, to) : undefined;
    const message = `pattern "${wrong.title}" asks for what "${right.title}" asks for`;
    const fix = meant === undefined ? `write what "${wrong.title}" asks for` : `write ${JSON.stringify(meant)}`;
    scope.report(document, ['rule', 'allOf', wrong.at, 'pattern'], message, fix);
  }
}

export function checkField(scope: Scope, names: Names, id: string, field: Field): void {
  const document = `fields/${id}`;
  const { rule } = field;
  const checkPattern = (at: Path, pattern: unknown) => {
    const fault = typeof pattern === 'string' ? patternFault(pattern, { lengthAllowed: at[0] === 'wire' }) : undefined;
    if (fault) scope.report(document, at, fault.message, fault.fix);
  };
  checkFieldCountdown(scope, id, field);
  checkPattern(['rule', 'pattern'], rule.pattern);
  checkPattern(['rule', 'items', 'pattern'], rule.items?.pattern);
  checkPattern(['wire', 'pattern'], field.wire?.pattern);
  const titles = (rule.allOf ?? []).map((entry) => entry.title);
  for (const [index, entry] of (rule.allOf ?? []).entries()) {
    checkPattern(['rule', 'allOf', index, 'pattern'], entry.pattern);
    if (titles.indexOf(entry.title) !== index) {
      scope.report(
        document,
        ['rule', 'allOf', index, 'title'],
        `pattern "${entry.title}" twice`,
        'give it another title',
      );
    }
  }
  checkParts(scope, document, rule.allOf ?? []);
  for (const [least, most] of BOUNDS) {
    const [low, high] = [rule[least], rule[most]];
    if (low === undefined || high === undefined || low <= high) continue;
    const [lower, upper] = [scope.line.origin(document, ['rule', least]), scope.line.origin(document, ['rule', most])];
    // The layer above is the one that was written with the other in mind.
    const isUpper = lower?.file !== upper?.file && upper?.file.startsWith('lines/');
    const [at, other] = isUpper ? [most, lower] : [least, upper];
    const where =
      other?.file === (isUpper ? upper : lower)?.file ? `line ${other?.line}` : `${other?.file}:${other?.line}`;
    const message = isUpper
      ? `${most} ${high} is less than ${least} ${low} (${where})`
      : `${least} ${low} is more than ${most} ${high} (${where})`;
    scope.report(document, ['rule', at], message, `write a smaller ${least} or a larger ${most}`);
  }
  const isTold = BOUNDS.some(([least, most]) => (rule[least] ?? 0) > (rule[most] ?? Number.POSITIVE_INFINITY));
  const patterns = [rule.pattern, ...(rule.allOf ?? []).map(({ pattern }) => pattern)];
  if (!isTold && !patterns.some((each) => each !== undefined && patternFault(each)) && !isSatisfiable(rule)) {
    const part = rule.pattern === undefined ? ['rule'] : ['rule', 'pattern'];
    const range = `${rule.minLength ?? 0} to ${rule.maxLength ?? 'any number of'} characters`;
    scope.report(
      document,
      part,
      `no value meets the rule: its patterns and its lengths (${range}) exclude each other`,
      'change the pattern or the lengths',
    );
  }
  checkWidget(scope, document, field);
  for (const [index, name] of (field.rules ?? []).entries()) {
    if (name !== 'length' && !titles.includes(name)) {
      scope.unknown(document, ['rules', index], 'rule', name, new Set(['length', ...titles]));
    }
  }
  if (field.remembered !== undefined && !names.stored.has(field.remembered)) {
    scope.unknown(document, ['remembered'], 'stored key', field.remembered, names.stored);
  }
  checkChoices(scope, id, field);
  if (field.sameAs !== undefined && !names.fields.has(field.sameAs)) {
    scope.unknown(document, ['sameAs'], 'field', field.sameAs, names.fields);
  }
  const receivers = [...names.fields, ...names.flow];
  if (field.send?.to !== undefined && !receivers.includes(field.send.to)) {
    scope.unknown(document, ['send', 'to'], 'field or flow value', field.send.to, receivers);
  }
  if (field.send?.voiceEvent !== undefined && field.send.timer === undefined) {
    const message = 'a code by voice without "timer": nothing tells that one was sent before';
    scope.report(document, ['send', 'voiceEvent'], message, 'add "timer"');
  }
  if (field.send?.timer !== undefined && !names.timers.has(field.send.timer)) {
    scope.unknown(document, ['send', 'timer'], 'timer', field.send.timer, names.timers);
  }
  const links = Object.keys(scope.line.line.links ?? {});
  for (const [index, link] of (field.links ?? []).entries()) {
    if (!links.includes(link)) scope.unknown(document, ['links', index], 'link of the line', link, links);
  }
}
