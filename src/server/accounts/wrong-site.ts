/** The answer to an account of the other region: which site is its own. The link comes from the line's data. */
import type { CallContext, Failure, Zone } from '../types.ts';

const CODES = { overseas: '627', domestic: '628' } as const;
export type WrongSiteCode = (typeof CODES)[Zone];

export function wrongSite(context: CallContext, zone: Zone): Failure<WrongSiteCode> {
  const { otherZone } = context.line.line;
  return { code: CODES[zone], ...(otherZone ? { data: { url: otherZone.url } } : {}) };
}
