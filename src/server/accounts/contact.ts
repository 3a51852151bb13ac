/**
 * Changing a contact of the signed-in account. The new one is proven by a code; an account with a password asks for it;
 * both the old and the new contact are told, and what was on its way to the old one no longer works.
 */
import { type CodeFault, checkCode, isOvertaken, type Purpose, spendCode } from '../codes/codes.ts';
import { missing } from '../http/envelope.ts';
import { renewFlow } from '../sessions/flow.ts';
import { renewSession } from '../sessions/sessions.ts';
import type { CallContext, Failure, Sql } from '../types.ts';
import { phoneFault, type TakenPhone } from './availability.ts';
import { giveBindingReward, type Reward } from './coupons.ts';
import { fold, targetDigest } from './identifiers.ts';
import { MASTER } from './kinds.ts';
import { holdOwner, loginNameOf, maskPhone, type Owner, provenPhone, type SignedIn, STALE, tell } from './owner.ts';
import { spendRecovery } from './recovery.ts';
import type { Refuse } from './refused.ts';
import { type ConfirmCode, confirmPassword } from './sign-in.ts';
import type { Account } from './store/account.ts';
import { takePhone } from './store/change.ts';

export interface ContactRequest {
  readonly code: string;
  /** Digest of the wire; needed where the account has a password. */
  readonly oldPassword?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}

/** A contact that an account may have another one of: what its codes are for, and which one it has, empty for none. */
interface Contact {
  readonly purposes: readonly Purpose[];
  readonly of: (account: Pick<Account, 'email' | 'phone' | 'phone_verified'>) => string;
}

export const PHONE: Contact = { purposes: ['binddevice', 'changephone'], of: (account) => provenPhone(account) ?? '' };
export const EMAIL: Contact = { purposes: ['changeemail'], of: ({ email }) => (email === null ? '' : fold(email)) };

/** Refused: the contact that the visitor was shown when the code was asked for is no more the account's. */
const OVERTAKEN = { code: 'Contact.Overtaken' } as const;

/** Checks code and password without using the code up; gives the code to spend. Rejects when the hashing queue is full. */
export async function confirmContact(
  request: ContactRequest,
  context: CallContext,
  { owner, isFresh }: SignedIn,
  contact: Contact,
  purpose: Purpose,
  target: string,
): Promise<
  { readonly id: string } | Failure<'Session.Stale' | 'EmptyParameter' | 'Contact.Overtaken' | CodeFault | ConfirmCode>
> {
  if (!owner.has_password && !isFresh) return STALE;
  const { purposes } = contact;
  if (await isOvertaken(context.db, context, { id: owner.id, purposes, target, present: contact.of(owner) }))
    return OVERTAKEN;
  const checked = await checkCode(context, purpose, target, request.code);
  if ('code' in checked) return checked;
  // A code asked for while another account was signed in is not this one's.
  if (checked.accountId !== owner.id) return { code: 'Code.Error.More' };
  if (owner.has_password) {
    if (!request.oldPassword) return missing('oldPassword');
    const wrong = await confirmPassword(request, request.oldPassword, context, loginNameOf(owner));
    if (wrong) return wrong;
  }
  return { id: checked.id };
}

/** `holdOwner`, before a contact is changed that nothing has changed since the code was asked for. */
export async function holdContact(
  sql: Sql,
  context: CallContext,
  found: SignedIn,
  { purposes, of }: Contact,
  target: string,
  refuse: Refuse<'602' | 'Contact.Overtaken'>,
): Promise<void> {
  const account = await holdOwner(sql, found, refuse);
  const { id } = found.owner;
  if (!account || (await isOvertaken(sql, context, { id, purposes, target, present: of(account) })))
    throw refuse(OVERTAKEN);
}

/** Uses the code up, and with it every code and link that could still recover the account through the old contact. */
export async function spendForContact(
  sql: Sql,
  owner: Owner,
  codeId: string,
  refuse: Refuse<'Code.Error.More'>,
): Promise<void> {
  await spendCode(sql, codeId, refuse);
  await spendRecovery(sql, owner.id);
}

/**
 * Last of all in the transaction: where the password was given, the session is as good as new, so that its owner can end at once
 * what else could open the account. A contact was proven, so the flow is another one.
 */
export async function refreshSession(sql: Sql, context: CallContext, { owner, session }: SignedIn): Promise<void> {
  if (owner.has_password) await renewSession(sql, context, session);
  renewFlow(context);
}

/**
 * Takes a phone that somebody just proved from the masters that only wrote it down, and with `cancelled` from one that is no
 * more, and tells them.
 * @returns whether somebody had proven it before.
 */
export async function releasePhone(
  sql: Sql,
  context: CallContext,
  phone: string,
  { butFor, cancelled = false }: { readonly butFor: string; readonly cancelled?: boolean },
): Promise<boolean> {
  const released = await takePhone(sql, { zone: context.zone, phone, butFor, cancelled });
  for (const { email, username } of released) {
    await tell(sql, context, { email }, { template: 'phone-released', params: { username, phone: maskPhone(phone) } });
  }
  return released.some(({ proven }) => proven);
}

/**
 * Takes a proven phone for a master. Another that proved it keeps it: the transaction is refused.
 * @returns whether it was a cancelled account's.
 */
export async function claimPhone(
  sql: Sql,
  context: CallContext,
  owner: Pick<Owner, 'id' | 'kind'>,
  phone: string,
  refuse: Refuse<TakenPhone['code']>,
): Promise<boolean> {
  if (owner.kind !== MASTER) return false;
  const wasTaken = await releasePhone(sql, context, phone, { butFor: owner.id, cancelled: true });
  const holder = await phoneFault(sql, context, phone);
  if (holder) throw refuse(holder);
  return wasTaken;
}

/** What the first phone of an account earns, once per number; nothing where the line gives nothing. */
export async function rewardBinding(
  sql: Sql,
  context: CallContext,
  owner: Pick<Owner, 'id' | 'kind' | 'phone_verified'>,
  phone: string,
): Promise<Reward> {
  const isFirst = owner.kind === MASTER && !owner.phone_verified;
  const seen = await sql.query(
    `insert into bound_phone (zone, phone_digest) values ($1, $2) on conflict do nothing returning 1 as one`,
    [context.zone, targetDigest(context, phone)],
  );
  return isFirst && seen.length > 0 ? giveBindingReward(sql, context, owner.id) : {};
}
