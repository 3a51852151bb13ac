/** Firm limits of what tells something about an identifier without a session: a captcha, which can be bought, opens none. */
import { networkAddress, throttleAddress } from '../http/address.ts';
import type { CallContext, Failure } from '../types.ts';
import type { LOOKUPS } from './limits.ts';

export type Lookup = keyof typeof LOOKUPS;

/** Counts one look-up by this address and its network, on whatever line; the answer to give when either has had its share. */
export async function lookupFault(
  context: CallContext,
  lookup: Lookup,
): Promise<Failure<'Common.RequestLimitExceeded'> | undefined> {
  const { address, limiter } = context;
  const own = await limiter.take(`${lookup}-firm`, throttleAddress(address));
  const within = own.allowed ? await limiter.take(`${lookup}-network`, networkAddress(address)) : own;
  if (within.allowed) return undefined;
  const { retryAfterSeconds } = within;
  return { code: 'Common.RequestLimitExceeded', data: { seconds: retryAfterSeconds }, retryAfterSeconds };
}
