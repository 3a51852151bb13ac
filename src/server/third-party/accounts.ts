/** What an account that an identity is linked to may do at a third-party sign-in. */
import type { ErrorCode } from '../../generated/calls.ts';
import { type LoginName, readLoginName } from '../accounts/identifiers.ts';
import { loginNameOf, maskEmail, maskPhone } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import { type NewSignIn, storeSignInToken } from '../accounts/sign-in-token.ts';
import { deviceOf } from '../sessions/devices.ts';
import type { CallContext, Sql, Zone } from '../types.ts';
import type { LinkedAccount } from './identities.ts';

const MASTER = 1;

export interface Safety {
  /** Locked by wrong passwords, in a browser that the account does not know. */
  readonly locked: boolean;
  /** Flagged as a security risk, in such a browser. */
  readonly risky: boolean;
}

export async function safetyOf(sql: Sql, context: CallContext, account: LinkedAccount): Promise<Safety> {
  const { lockAfter, knownDevices } = context.line.line.limits;
  const [row] = await sql.query<{ locked: boolean; known: boolean }>(
    `select exists (select 1 from sign_in_counter c where c.key = 'account:' || $1::uuid and (c.locked_at is not null or c.failures >= $2)) as locked,
        is_known_device($1::uuid, $3, $4) as known`,
    [account.id, lockAfter, deviceOf(context) ?? null, knownDevices],
  );
  const strange = row?.known !== true;
  return { locked: strange && row?.locked === true, risky: strange && account.securityRisk };
}

/** A phone or mailbox that the account proved before; a master's own, since a sub account's are its master's to keep. */
export interface ProvenContact {
  readonly kind: 'phone' | 'email';
  readonly to: string;
  /** As its owner recognises it. */
  readonly masked: string;
}

export function contactOf(
  account: Pick<LinkedAccount, 'kind' | 'phone' | 'phoneVerified' | 'email'>,
): ProvenContact | undefined {
  const { kind, phone, phoneVerified, email } = account;
  if (kind !== MASTER) return undefined;
  if (phone !== null && phoneVerified) return { kind: 'phone', to: phone, masked: maskPhone(phone) };
  return email === null ? undefined : { kind: 'email', to: email, masked: maskEmail(email) };
}

/** Whether the account must give its phone before it signs in on this line. */
export function lacksPhone(
  context: CallContext,
  account: Pick<LinkedAccount, 'kind' | 'phone' | 'phoneVerified'>,
): boolean {
  const isProven = account.phone !== null && account.phoneVerified;
  return context.line.line.offers.phoneRegistration === true && account.kind === MASTER && !isProven;
}

/** Signs the account in: stores the token that `third-login` redeems, and gives what an answer says of it. */
export async function signInBy<Past extends ErrorCode>(
  sql: Sql,
  context: CallContext,
  account: Pick<LinkedAccount, 'id' | 'username' | 'masterUuid' | 'generation'>,
  wanted: Pick<NewSignIn<Past>, 'loginType' | 'auto' | 'past'>,
  refuse: Refuse<Past>,
): Promise<{ result: 1; rsAuthToken: string; loginName: string; loginType: number }> {
  const loginName = nameToRedeem(account);
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

const nameToRedeem = ({ username, masterUuid }: Pick<LinkedAccount, 'username' | 'masterUuid'>): string =>
  loginNameOf({ username, master_uuid: masterUuid }).key;

/** Number of a provider's login type, or of the one that linking while signed in has. */
export function loginTypeOf(context: CallContext, name: string): number | undefined {
  return context.line.enums.loginType?.[name] as number | undefined;
}

export const otherZone = (zone: Zone): Zone => (zone === 'domestic' ? 'overseas' : 'domestic');
