/** What a visitor is told when a provider gave no identity, and what the operators are. */

import { ThirdPartyError, type ThirdPartyFault } from '../ports/identity.ts';
import type { CallContext } from '../types.ts';

/** How the catalogue's codes call each provider. */
const NAMES = {
  wechat: 'WeChat',
  qq: 'QQ',
  google: 'Google',
  apple: 'Apple',
  dingtalk: 'DingTalk',
} as const;
export type ProviderName = (typeof NAMES)[keyof typeof NAMES];
export type LoginCode<Name extends ProviderName = ProviderName> = `${Name}.Login.${'Failed' | 'Timeout'}`;

export const STATE_INVALID = { code: 'ThirdParty.State.Invalid' } as const;
export type StateInvalid = (typeof STATE_INVALID)['code'];
export const TOKEN_EXPIRED = { code: 'Account.Token.Expired' } as const;

/** @throws for a provider that the catalogue has no codes for */
export function codeNameOf(provider: string): ProviderName {
  const name = Object.entries(NAMES).find(([id]) => id === provider)?.[1];
  if (name === undefined) throw new Error(`The catalogue has no codes for the provider ${provider}.`);
  return name;
}

/** What a visitor is told of a fault. */
export function loginCode<Name extends ProviderName>(name: Name, fault: ThirdPartyFault): LoginCode<Name> {
  return fault === 'timeout' || fault === 'unavailable' ? `${name}.Login.Timeout` : `${name}.Login.Failed`;
}

/** The fault of an adapter, told to the operators where it is not the visitor's. Any other error passes. */
export function faultOf(context: CallContext, provider: string, error: unknown): ThirdPartyFault {
  if (!(error instanceof ThirdPartyError)) throw error;
  const { fault } = error;
  if (fault !== 'rejected' && fault !== 'foreign')
    context.warn(
      `third-party sign-in: ${fault === 'misconfigured' ? 'the provider refuses our own credentials or permissions' : 'the provider cannot be reached'}`,
      { provider, fault, line: context.line.name, err: error },
    );
  return fault;
}
