/** The account behind the session, and telling its owner what happened to it. */
import type { ErrorCode } from '../../generated/calls.ts';
import { sendMessage } from '../codes/messages.ts';
import { accountOfSession, isOpen } from '../sessions/sessions.ts';
import type { CallContext, Failure, Session, Sql } from '../types.ts';
import { fold, type LoginName } from './identifiers.ts';
import type { Refuse } from './refused.ts';
import type { Account, AccountWithMaster } from './store/account.ts';
import { lockAccount } from './store/find.ts';

/** What changing an account asks about it. */
export interface Owner extends AccountWithMaster {
  readonly has_password: boolean;
}

export interface SignedIn {
  readonly session: Session;
  readonly owner: Owner;
  /** Whether the owner signed in, or proved the password, within the line's `freshMinutes`. */
  readonly isFresh: boolean;
  readonly since: Date;
}

/** Refused: a way in is added or removed over a session that somebody may have come by since it was opened. */
export const STALE = { code: 'Session.Stale' } as const;

/** The signed-in account of this browser; undefined when there is none. */
export async function signedIn(context: CallContext): Promise<SignedIn | undefined> {
  const session = await context.session();
  if (!session) return undefined;
  const { freshMinutes } = context.line.line.limits;
  const row = await accountOfSession(context.db, { id: session.id, freshMinutes });
  if (!row) return undefined;
  const { is_fresh: isFresh, since, ...owner } = row;
  return { session, owner, isFresh, since };
}

/**
 * Locks the signed-in account for the caller's transaction, before anything that hangs on it. Refuses when the session ended
 * meanwhile, as it does by a new password: whoever held the account then may not hold it now.
 */
export async function holdOwner(
  sql: Sql,
  { session, owner }: SignedIn,
  refuse: Refuse<'602'>,
): Promise<Account | undefined> {
  const account = await lockAccount(sql, { id: owner.id }, 'for no key update');
  // Asked once the lock is there, so that what was committed while waiting for it is seen.
  if (!(await isOpen(sql, session.id))) throw refuse('602');
  return account;
}

/** The name an account signs in with, as the counters of wrong passwords know it. */
export function loginNameOf(owner: Pick<Owner, 'username' | 'master_uuid'>): LoginName {
  const username = fold(owner.username);
  if (!owner.master_uuid) return { key: username, username };
  return { key: `${username}@${owner.master_uuid}`, username, master: owner.master_uuid };
}

/** The same for an account that something else proved than a session. Refuses with `past` when it changed since. */
export async function holdAccount<Past extends ErrorCode>(
  sql: Sql,
  { id, generation }: { readonly id: string; readonly generation: number },
  past: Failure<Past>,
  refuse: Refuse<Past>,
): Promise<void> {
  if (!(await lockAccount(sql, { id, generation }, 'for no key update'))) throw refuse(past);
}

/** Where the account is reached by phone: one that was only written down may be anybody's. */
export function provenPhone({ phone, phone_verified }: Pick<Owner, 'phone' | 'phone_verified'>): string | null {
  return phone_verified ? phone : null;
}

/** `fo****`: enough for its owner to know it. */
export function maskName(name: string): string {
  return `${name.slice(0, 2)}****`;
}

/** A phone as its owner recognises it: the area code's start and the last four digits. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`;
}

/** A mailbox as its owner recognises it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, Math.min(2, at))}****${email.slice(at)}`;
}

/** Owes a notice to each contact given, by mail and by SMS, with the way to customer service. */
export async function tell(
  sql: Sql,
  context: CallContext,
  to: { readonly email?: string | null; readonly phone?: string | null },
  notice: { readonly template: string; readonly params: Readonly<Record<string, string>> },
): Promise<void> {
  const { template, params } = notice;
  const message = { template, params: { link: context.line.line.links.support ?? '', ...params } };
  if (to.email) await sendMessage(sql, context, { channel: 'email', to: to.email, ...message });
  if (to.phone) await sendMessage(sql, context, { channel: 'sms', to: to.phone, ...message });
}
