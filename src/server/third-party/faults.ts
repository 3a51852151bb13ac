/** What a visitor is told when a provider gave no identity, and what the operators are. */
import type { CallContext, Failure } from '../types.ts';
import { ThirdPartyError, type ThirdPartyFault } from './types.ts';

/** How the catalogue's codes call each provider. */
const NAMES: Readonly<Record<string, string>> = {
  wechat: 'WeChat',
  qq: 'QQ',
  google: 'Google',
  apple: 'Apple',
  dingtalk: 'DingTalk',
};

export const STATE_INVALID: Failure = { code: 'ThirdParty.State.Invalid' };
export const TOKEN_EXPIRED: Failure = { code: 'Account.Token.Expired' };

function codeOf(provider: string, fault: ThirdPartyFault): string {
  const name = NAMES[provider];
  if (name === undefined) throw new Error(`The catalogue has no codes for the provider ${provider}.`);
  if (fault === 'foreign' && provider === 'dingtalk') return 'DingTalk.Member.Foreign';
  return fault === 'timeout' || fault === 'unavailable' ? `${name}.Login.Timeout` : `${name}.Login.Failed`;
}

/** What a visitor is told of a fault. */
export function faultAnswer(provider: string, fault: ThirdPartyFault): Failure {
  return { code: codeOf(provider, fault) };
}

/** The answer for an error of an adapter. Any other error passes. */
export function providerFault(context: CallContext, provider: string, error: unknown): Failure {
  if (!(error instanceof ThirdPartyError)) throw error;
  const { fault } = error;
  if (fault !== 'rejected' && fault !== 'foreign')
    context.warn(
      `third-party sign-in: ${fault === 'misconfigured' ? 'the provider refuses our own credentials or permissions' : 'the provider cannot be reached'}`,
      { provider, fault, line: context.line.name, err: error },
    );
  return { code: codeOf(provider, fault) };
}
