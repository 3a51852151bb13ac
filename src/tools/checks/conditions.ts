/** What a condition asks, and whether it can hold. */
import type { Condition, Test } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';

/** What a condition asks, one thing each. */
export function testsOf(condition: Condition | undefined): readonly Test[] {
  const all = (each: Condition): readonly Test[] => {
    if ('all' in each) return each.all.flatMap(all);
    if ('any' in each) return each.any.flatMap(all);
    return 'not' in each ? all(each.not) : [each];
  };
  return condition === undefined ? [] : all(condition);
}

/** Whether a condition can hold on this line: what depends on offers or on the line is decided, the rest may be. */
export function mayHold(condition: Condition | undefined, line: ResolvedLine): boolean {
  return condition === undefined || decide(condition, line) !== false;
}

function decide(condition: Condition, line: ResolvedLine): boolean | undefined {
  if ('all' in condition) {
    const parts = condition.all.map((part) => decide(part, line));
    return parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;
  }
  if ('any' in condition) {
    const parts = condition.any.map((part) => decide(part, line));
    return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
  }
  if ('not' in condition) {
    const part = decide(condition.not, line);
    return part === undefined ? undefined : !part;
  }
  if (condition.offer !== undefined) {
    const offered = line.line.offers?.[condition.offer] === true;
    return condition.present === false || condition.is === false ? !offered : offered;
  }
  if (condition.line === 'zone' || condition.line === 'wording') {
    const value = line.line[condition.line];
    if (condition.is !== undefined) return value === condition.is;
    if (condition.in !== undefined) return condition.in.includes(value);
  }
  if (condition.line === 'providers' && typeof condition.is === 'string')
    return (line.line.providers ?? []).includes(condition.is as never);
  return undefined;
}

/** The place of the test of an offer in a condition. */
export function offerAt(condition: Condition | undefined, offer: string, at: Path): Path | undefined {
  if (condition === undefined) return undefined;
  if ('offer' in condition && condition.offer === offer) return [...at, 'offer'];
  for (const [word, inner] of Object.entries(condition)) {
    const parts = Array.isArray(inner) ? inner : [inner];
    for (const [nth, part] of parts.entries()) {
      if (typeof part !== 'object' || part === null) continue;
      const found = offerAt(part as Condition, offer, [...at, word, ...(Array.isArray(inner) ? [nth] : [])]);
      if (found) return found;
    }
  }
  return undefined;
}
