/** The answer to an account of the other region: which site is its own. The link comes from the line's data. */
import type { ErrorCode } from '../../generated/calls.ts';
import type { CallContext, Failure, Zone } from '../types.ts';

const CODES = { overseas: '627', domestic: '628' } as const;
export type WrongSiteCode = (typeof CODES)[Zone];

/** @param provider who proved the visitor, where a third party did */
export function wrongSite(context: CallContext, zone: Zone, provider?: string): Failure<WrongSiteCode> {
  const { otherZone } = context.line.line;
  const failure = { code: CODES[zone], ...(otherZone ? { data: { url: otherZone.url } } : {}) };
  return provider === undefined ? failure : naming(context, provider, failure);
}

/** The same failure; that of an account of the other region names the provider, and whether its own site offers that one. */
export function naming<Code extends ErrorCode>(
  context: CallContext,
  provider: string,
  failure: Failure<Code>,
): Failure<Code> {
  if (!Object.values<string>(CODES).includes(failure.code)) return failure;
  const other = context.lineOf(context.line.line.otherZone?.line ?? '')?.line;
  const offered = other?.offers.thirdPartySignIn === true && other.providers.includes(provider);
  return { ...failure, data: { ...failure.data, provider, offered } };
}
