/** Checks for conditions that never hold or always do, and for texts that are shown only while what they say is absent. */
import type { Condition, Screen, Test } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { blocksOf, buttonsOf, linksOf, type Scope } from './scope.ts';

/** A test that must come out as it is told for the whole to do so. */
interface Demand {
  readonly test: Test;
  readonly holds: boolean;
  readonly at: Path;
}

/** What must be so for a condition to come out that way; what leaves a choice demands nothing. */
function demandsOf(condition: Condition, holds: boolean, at: Path): readonly Demand[] {
  if ('not' in condition) return demandsOf(condition.not, !holds, [...at, 'not']);
  const [name, parts] =
    'all' in condition
      ? (['all', condition.all] as const)
      : 'any' in condition
        ? (['any', condition.any] as const)
        : [];
  if (parts === undefined || name === undefined) return [{ test: condition as Test, holds, at }];
  if (parts.length > 1 && (name === 'all') !== holds) return [];
  return parts.flatMap((part, index) => demandsOf(part, holds, [...at, name, index]));
}

const subjectOf = ({ is: _is, in: _in, present: _present, listed: _listed, ...subject }: Test): string =>
  JSON.stringify(subject);

/** Whether a demand asks that there is something, or that there is nothing; undefined where it leaves that open. */
function asksPresence({ test, holds }: Demand): boolean | undefined {
  const values = test.in ?? (test.is === undefined ? undefined : [test.is]);
  if (values !== undefined) return holds && values.every((each) => each !== '' && each !== false) ? true : undefined;
  if (test.listed !== undefined) return test.listed === holds ? true : undefined;
  return (test.present ?? true) === holds;
}

const valuesOf = ({ is, in: several }: Test): readonly unknown[] => several ?? (is === undefined ? [] : [is]);

/** Whether two demands of the same thing cannot both be met. A list may be several values at once. */
function exclude(one: Demand, other: Demand): boolean {
  if (subjectOf(one.test) !== subjectOf(other.test)) return false;
  const [first, second] = [asksPresence(one), asksPresence(other)];
  if (first !== undefined && second !== undefined && first !== second) return true;
  if (one.holds === other.holds) return false;
  const [asked, refused] = one.holds ? [one, other] : [other, one];
  const wanted = valuesOf(asked.test);
  return wanted.length > 0 && wanted.every((each) => valuesOf(refused.test).includes(each as never));
}

/** Parts of a condition of which one makes the others idle: it never holds, or it always does. */
export function checkContradiction(scope: Scope, document: string, at: Path, condition: Condition): void {
  for (const holds of [true, false]) {
    const demands = demandsOf(condition, holds, at);
    for (const [index, demand] of demands.entries()) {
      const other = demands.slice(0, index).find((each) => exclude(each, demand));
      if (other === undefined) continue;
      const what = Object.values(JSON.parse(subjectOf(demand.test)) as object)[0];
      const message = `this condition ${holds ? 'never' : 'always'} holds: two tests of "${what}" exclude each other`;
      scope.report(document, demand.at, message, `delete one of the two, or write "${holds ? 'any' : 'all'}"`);
      return;
    }
  }
}

/** Whether a text shows what a name stands for, whatever it is. */
function shows(text: string, name: string): boolean {
  const isPlain = new RegExp(`\\{\\s*${name}\\s*(\\}|,\\s*(date|time|number)\\b)`).test(text);
  return isPlain && !new RegExp(`\\{\\s*${name}\\s*,\\s*(select|plural)`).test(text);
}

/** Texts that are shown only while a flow value is absent which they show. */
export function checkShownAbsent(scope: Scope, id: string, screen: Screen): void {
  const { line, messages } = scope.line;
  const prefix = `screens.${id}`;
  const said = [
    ...blocksOf(screen).flatMap(({ at, block }) =>
      block.block === 'text' ? [{ at, when: block.when, key: `${prefix}.texts.${block.id}` }] : [],
    ),
    ...linksOf(id, screen).map(({ at, link }) => ({ at, when: link.when, key: `${prefix}.links.${link.id}` })),
    ...buttonsOf(screen).map(({ at, button }) => ({ at, when: button.when, key: `${prefix}.actions.${button.id}` })),
  ];
  const others = { ...line.limits, ...line.coupons, ...line.contacts };
  for (const { at, when, key } of said) {
    const demands = when === undefined ? [] : demandsOf(when, true, [...at, 'when']);
    for (const demand of demands.some((one) => demands.some((other) => exclude(one, other))) ? [] : demands) {
      const { flow, present } = demand.test;
      if (flow === undefined || asksPresence(demand) !== false || Object.hasOwn(others, flow)) continue;
      const texts = line.languages.offered.flatMap((language) => messages[language]?.[key] ?? []);
      if (texts.length === 0 || !texts.every((text) => shows(text, flow))) continue;
      const place = present === undefined ? demand.at : [...demand.at, 'present'];
      const message = `"${key}" says {${flow}}, and is shown only while there is none`;
      scope.report(
        `screens/${id}`,
        place,
        message,
        present === false ? 'delete "present": false' : `test that "${flow}" is there`,
      );
    }
  }
}
