/** Checks that what conditions compare with can be equal: `===` decides, and a text is never a number. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import type { Test } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { type Listing, listingAt, type Said, tellOfShape } from './alone.ts';
import { type Domain, mayBe, ofAnswer, ofTest } from './domains.ts';
import { suggest } from './fault.ts';
import { leadsByName, tellKept } from './kept-constants.ts';
import { eventsOf, type Scope } from './scope.ts';

export const shown = (value: unknown): string => JSON.stringify(value);

/** The same written as another type: what was meant. */
const alike = (one: unknown, other: unknown): boolean => String(one) === String(other);

/** What to write instead. @param rest what is compared with besides */
export function remedy(domain: Domain, value: unknown, rest: readonly unknown[] = []): string {
  const values = [...new Set((domain ?? []).flatMap((kind) => ('is' in kind ? [kind.is] : [])))];
  const types = (domain ?? []).flatMap((kind) => ('is' in kind ? [] : [kind.type]));
  const same = values.find((each) => alike(each, value));
  if (same !== undefined) return `write ${shown(same)}`;
  if (types.includes('string')) return `write ${shown(String(value))}`;
  if (types.includes('number')) return Number.isNaN(Number(value)) ? 'write a number' : `write ${Number(value)}`;
  const left = values.filter((each) => each !== '' && !rest.includes(each));
  if (left.length === 0) return 'delete it, or test something else';
  if (typeof value === 'string' && left.every((each) => typeof each === 'string'))
    return suggest(value, left as string[], 'test something else');
  return `write ${left.length > 1 ? 'one of: ' : ''}${left.map(shown).join(', ')}`;
}

/**
 * Whether what is tested can be no such value on any line: what one line does not give, another one may.
 * @param of what it can be on a line
 * @param fits whether what something can be takes a value
 */
export function isNever<Said>(
  { line, all, lines }: Scope,
  of: (line: ResolvedLine) => Domain,
  value: Said,
  fits: (domain: Domain, value: Said) => boolean,
): boolean {
  const own = of(line);
  if (own === undefined || own.length === 0 || fits(own, value)) return false;
  return lines.every((name) => all[name] !== undefined && !fits(of(all[name]), value));
}

/** What is tested, as a fault calls it. */
function subjectOf({ field, flow, stored, query, line, offer }: Test): string {
  if (line !== undefined) return `"${line}" of the line`;
  if (field !== undefined) return `field "${field}"`;
  if (flow !== undefined) return `flow value "${flow}"`;
  if (stored !== undefined) return `stored key "${stored}"`;
  return query === undefined ? `offer "${offer}"` : `parameter "${query}"`;
}

/** A value that what is tested can never be. */
export function checkCompared(scope: Scope, document: string, at: Path, test: Test): void {
  const compared = test.in ?? (test.is === undefined ? [] : [test.is]);
  const of = (line: ResolvedLine): Domain => ofTest(line, test);
  const wrong = compared.findIndex((value) => isNever(scope, of, value, mayBe));
  if (wrong < 0) return;
  const isMeant = test.flow !== undefined && leadsByName(scope.line, document, at, compared[wrong]);
  if (isMeant && tellKept(scope, test.flow, compared[wrong])) return;
  const message = `${subjectOf(test)} is never ${shown(compared[wrong])}`;
  const place = test.in === undefined ? [...at, 'is'] : [...at, 'in', wrong];
  scope.report(document, place, message, remedy(of(scope.line), compared[wrong], test.in), 'value', message);
}

/** All that outcomes ask of a property of the same answers. */
const asked = (line: ResolvedLine, { call }: FlowEvent, property: string): readonly Said[] =>
  eventsOf(line).flatMap(({ screen, name, event }) =>
    shown(event.call) !== shown(call)
      ? []
      : (event.outcomes ?? []).flatMap(({ where = {} }, index) =>
          where[property] === undefined
            ? []
            : {
                value: where[property],
                document: 'flow',
                at: ['screens', screen, name, 'outcomes', index, 'where', property],
              },
        ),
  );

/** The lists of values in the shapes of an event's answers that a property has. */
const listings = (line: ResolvedLine, event: FlowEvent, property: string): readonly Listing[] =>
  callsOfEvent(line, event).flatMap((call) => listingAt(line, call, [property]));

/** What an outcome asks of the answer, where the answer cannot say it. */
export function checkAnswered(scope: Scope, at: Path, event: FlowEvent, { on, where = {} }: Outcome): void {
  if (event.call === undefined || on !== 'ok') return;
  for (const [property, value] of Object.entries(where)) {
    const of = (line: ResolvedLine): Domain => ofAnswer(line, event, property);
    if (typeof value === 'object' || !isNever(scope, of, value, mayBe)) continue;
    const what = `"${property}" of the answer`;
    if (
      tellOfShape(
        scope,
        what,
        value,
        asked(scope.line, event, property),
        () => false,
        listings(scope.line, event, property),
      )
    )
      continue;
    const message = `${what} is never ${shown(value)}`;
    scope.report('flow', [...at, 'where', property], message, remedy(of(scope.line), value), 'value', message);
  }
}
