/** What a visitor is told when a provider gave no identity, and what the operators are. */

import type { KnownProvider } from '../../engine/pack.ts';
import type { ErrorCode } from '../../generated/calls.ts';
import { ThirdPartyError, type ThirdPartyFault } from '../ports/identity.ts';
import type { CallContext } from '../types.ts';

/** Codes among those of a call that tell of its provider's faults. */
export type LoginCode<Code extends string = ErrorCode> = Extract<Code, `${string}.Login.${'Failed' | 'Timeout'}`>;

export const STATE_INVALID = { code: 'ThirdParty.State.Invalid' } as const;
export type StateInvalid = (typeof STATE_INVALID)['code'];
export const TOKEN_EXPIRED = { code: 'Account.Token.Expired' } as const;

/**
 * What a visitor is told of a fault: that it took too long of what did not answer in time, and of nothing else. That the call
 * which ends a provider's sign-in, and the one that begins it, may answer so is proven by the checker.
 */
export function loginCode<Code extends string>(
  { codes }: Pick<KnownProvider, 'codes'>,
  fault: ThirdPartyFault,
): LoginCode<Code> {
  return `${codes}.Login.${fault === 'timeout' ? 'Timeout' : 'Failed'}` as LoginCode<Code>;
}

/** Faults that are the operators' to know, in their words. */
const WHAT = {
  misconfigured: 'the provider refuses our own credentials or permissions',
  'mixed-up': 'what came back is not the answer of this provider',
  unavailable: 'the provider cannot be reached',
  timeout: 'the provider cannot be reached',
} as const;

/** The fault of an adapter, told to the operators where it is not the visitor's. Any other error passes. */
export function faultOf(context: CallContext, provider: string, error: unknown): ThirdPartyFault {
  if (!(error instanceof ThirdPartyError)) throw error;
  const { fault } = error;
  if (fault !== 'rejected' && fault !== 'foreign')
    context.warn(`third-party sign-in: ${WHAT[fault]}`, { provider, fault, line: context.line.name, err: error });
  return fault;
}
