/** What an account that an identity is linked to may do at a third-party sign-in. */
import type { ErrorCode } from '../../generated/calls.ts';
import { lockOf } from '../accounts/attempts.ts';
import { type LoginName, readLoginName } from '../accounts/identifiers.ts';
import { MASTER } from '../accounts/kinds.ts';
import { loginNameOf, maskEmail, maskPhone, provenPhone } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import { type NewSignIn, storeSignInToken } from '../accounts/sign-in-token.ts';
import type { CallContext, Sql, Zone } from '../types.ts';
import type { LinkedAccount } from './identities.ts';

export interface Safety {
  /** Locked by wrong passwords, in a browser that the account does not know. */
  readonly locked: boolean;
  /** Flagged as a security risk, in such a browser. */
  readonly risky: boolean;
}

export async function safetyOf(sql: Sql, context: CallContext, account: LinkedAccount): Promise<Safety> {
  const lock = await lockOf(sql, context, account.id);
  const strange = lock?.known !== true;
  return { locked: strange && lock?.locked === true, risky: strange && account.security_risk };
}

/** A phone or mailbox that the account proved before; a master's own, since a sub account's are its master's to keep. */
export interface ProvenContact {
  readonly kind: 'phone' | 'email';
  readonly to: string;
  /** As its owner recognises it. */
  readonly masked: string;
}

export function contactOf(
  account: Pick<LinkedAccount, 'kind' | 'phone' | 'phone_verified' | 'email'>,
): ProvenContact | undefined {
  const { kind, email } = account;
  if (kind !== MASTER) return undefined;
  const phone = provenPhone(account);
  if (phone !== null) return { kind: 'phone', to: phone, masked: maskPhone(phone) };
  return email === null ? undefined : { kind: 'email', to: email, masked: maskEmail(email) };
}

/** Whether the account must give its phone before it signs in on this line. */
export function lacksPhone(
  context: CallContext,
  account: Pick<LinkedAccount, 'kind' | 'phone' | 'phone_verified'>,
): boolean {
  const { phoneRegistration } = context.line.line.offers;
  return phoneRegistration === true && account.kind === MASTER && provenPhone(account) === null;
}

/** Signs the account in: stores the token that `third-login` redeems, and gives what an answer says of it. */
export async function signInBy<Past extends ErrorCode>(
  sql: Sql,
  context: CallContext,
  account: Pick<LinkedAccount, 'id' | 'username' | 'master_uuid' | 'generation'>,
  wanted: Pick<NewSignIn<Past>, 'loginType' | 'auto' | 'past'> & { readonly provider: string },
  refuse: Refuse<Past>,
): Promise<{ result: 1; rsAuthToken: string; loginName: string; loginType: number }> {
  const loginName = loginNameOf(account).key;
  const name: LoginName = readLoginName(loginName, context.line.line);
  const { id: accountId, generation } = account;
  const rsAuthToken = await storeSignInToken(
    sql,
    context,
    { accountId, generation, name: name.key, ...wanted },
    refuse,
  );
  return { result: 1, rsAuthToken, loginName, loginType: wanted.loginType };
}

/** Number of a provider's login type, or of the one that linking while signed in has. */
export function loginTypeOf(context: CallContext, name: string): number | undefined {
  return context.line.enums.loginType?.[name] as number | undefined;
}

export const otherZone = (zone: Zone): Zone => (zone === 'domestic' ? 'overseas' : 'domestic');
