/** Moments in the data: such as there are, and in their order. */
import { isDay } from '../../engine/calendar.ts';
import type { Path } from '../load.ts';

interface Span {
  readonly from?: string;
  readonly until?: string;
}

/** A time that has no moment in it, or ends before it begins. */
export function timeFault({ from, until }: Span): [at: Path, message: string, fix: string] | undefined {
  for (const [name, moment] of Object.entries({ from, until })) {
    if (moment !== undefined && (Number.isNaN(Date.parse(moment)) || !isDay(moment)))
      return [[name], `"${moment}" is no moment`, 'write a day and an hour that there is'];
  }
  if (from === undefined || until === undefined || Date.parse(from) < Date.parse(until)) return undefined;
  return [['until'], '"until" is not after "from"', 'write a later moment, or exchange the two'];
}
