/** Checks what a field offers to choose from: names of an enumeration, each of which its rule allows. */
import type { Field } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { heightOf } from './blame.ts';
import { nearest } from './fault.ts';
import type { Scope } from './scope.ts';
import { checkEnum } from './values.ts';

interface Choices {
  readonly id: string;
  readonly enumeration: string;
  /** Where the rule lists what it allows, and what. */
  readonly at: Path;
  readonly allowed: readonly string[];
  readonly known: readonly string[];
}

const hasText = ({ line }: Scope, { id }: Choices, name: string): boolean =>
  Object.values(line.messages).some((texts) => Object.hasOwn(texts, `fields.${id}.options.${name}`));

/** A name of the enumeration that was meant to be the one which the rule has, and has no text. */
function renamed(scope: Scope, choices: Choices, allowed: string): string | undefined {
  const { known, allowed: all } = choices;
  const others = known.filter((name) => !all.includes(name) && !hasText(scope, choices, name));
  return hasText(scope, choices, allowed) ? nearest(allowed, others) : undefined;
}

/** What the rule allows and the enumeration has not; gives whether there is such a thing. */
function checkAllowed(scope: Scope, choices: Choices): boolean {
  const { id, enumeration, at, allowed, known } = choices;
  const odd = known.length === 0 ? [] : allowed.filter((name) => !known.includes(name));
  for (const name of odd) {
    const place = [...at, allowed.indexOf(name)];
    const other = renamed(scope, choices, name);
    if (other === undefined) {
      scope.unknown(`fields/${id}`, place, `name of enumeration ${enumeration}`, name, known);
      continue;
    }
    const { file, line } = scope.line.origin(`fields/${id}`, place) ?? {};
    const message = `${enumeration}.${other} is "${name}" in the rule of field ${id} (${file}:${line})`;
    scope.report(
      'enums',
      [enumeration, other],
      message,
      `write "${name}", or "${other}" there and in its texts`,
      'key',
    );
  }
  return odd.length > 0;
}

/** What is offered and the rule refuses. */
function checkRefused(scope: Scope, choices: Choices, from: 'businessTypes' | undefined): void {
  const { line } = scope;
  const { id, enumeration, at, allowed, known } = choices;
  const offered: readonly string[] = from === undefined ? known : (line.line[from] ?? []);
  const refused = offered.filter((name) => known.includes(name) && !allowed.includes(name));
  const ofRule = line.origin(`fields/${id}`, at);
  for (const name of refused) {
    const index = offered.indexOf(name);
    // A layer's own rule was written for its lines; what all share is for whatever is named.
    if (from !== undefined && heightOf(line, ofRule) >= heightOf(line, line.origin('line', [from, index]))) {
      const message = `"${name}" is not allowed by the rule of field ${id}`;
      scope.report('line', [from, index], message, `write one of: ${allowed.join(', ')}`);
    } else if (from !== undefined || hasText(scope, choices, name)) {
      const message = `field ${id} offers "${name}" of enumeration ${enumeration}, and its rule refuses it`;
      scope.report(`fields/${id}`, at, message, `add "${name}"`);
    } else {
      const message = `field ${id} offers ${enumeration}.${name}, and its rule refuses it`;
      scope.report('enums', [enumeration, name], message, `add "${name}" to ${ofRule?.file}:${ofRule?.line}`, 'key');
    }
  }
}

export function checkChoices(scope: Scope, id: string, { options, rule }: Field): void {
  if (options === undefined) return;
  checkEnum(scope, `fields/${id}`, ['options'], options);
  const inItems = rule.enum === undefined;
  const list = inItems ? rule.items?.enum : rule.enum;
  if (!Array.isArray(list)) return;
  const choices: Choices = {
    id,
    enumeration: options.enum,
    at: inItems ? ['rule', 'items', 'enum'] : ['rule', 'enum'],
    allowed: list.map(String),
    known: Object.keys(scope.line.enums[options.enum] ?? {}),
  };
  if (!checkAllowed(scope, choices)) checkRefused(scope, choices, options.from);
}
