/** The account behind the session, and telling its owner what happened to it. */
import type { ErrorCode } from '../../generated/calls.ts';
import { sendMessage } from '../codes/messages.ts';
import { IS_OPEN } from '../sessions/sessions.ts';
import type { CallContext, Failure, Session, Sql } from '../types.ts';
import { fold, type LoginName } from './identifiers.ts';
import type { Refuse } from './refused.ts';

/** What changing an account asks about it. */
export interface Owner {
  readonly id: string;
  readonly kind: 1 | 2;
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_verified: boolean;
  /** Whether it is to choose another name; a sub account's is its master's to keep. */
  readonly security_risk: boolean;
  readonly has_password: boolean;
  /** What the account could be signed in by when it was read. */
  readonly generation: number;
  /** uuid of a sub account's master. */
  readonly master_uuid: string | null;
}

export interface SignedIn {
  readonly session: Session;
  readonly owner: Owner;
  /** Whether the owner signed in, or proved the password, within the line's `freshMinutes`. */
  readonly isFresh: boolean;
}

/** Refused: a way in is added or removed over a session that somebody may have come by since it was opened. */
export const STALE = { code: 'Session.Stale' } as const;

/** The signed-in account of this browser; undefined when there is none. */
export async function signedIn(context: CallContext): Promise<SignedIn | undefined> {
  const session = await context.session();
  if (!session) return undefined;
  const [row] = await context.db.query<Owner & { is_fresh: boolean }>(
    `select coalesce(s.confirmed_at, s.created_at) > foyer_now() - make_interval(mins => $2)
        and (s.confirmed_at is not null or not s.relayed) as is_fresh,
        a.id, a.kind, a.username, a.email, a.phone, a.phone_verified, a.security_risk and a.kind = 1 as security_risk, a.generation, m.uuid as master_uuid,
        exists (select 1 from credential c where c.account_id = a.id) as has_password
       from user_session s join account a on a.id = s.account_id left join account m on m.id = a.master_id where s.id = $1`,
    [session.id, context.line.line.limits.freshMinutes],
  );
  if (!row) return undefined;
  const { is_fresh: isFresh, ...owner } = row;
  return { session, owner, isFresh };
}

/**
 * Locks the signed-in account for the caller's transaction, before anything that hangs on it. Refuses when the session ended
 * meanwhile, as it does by a new password: whoever held the account then may not hold it now.
 */
export async function holdOwner(sql: Sql, { session, owner }: SignedIn, refuse: Refuse<'602'>): Promise<void> {
  await sql.query('select 1 from account where id = $1 for no key update', [owner.id]);
  // Asked once the lock is there, so that what was committed while waiting for it is seen.
  const live = await sql.query(
    `select 1 as one from user_session s join account a on a.id = s.account_id left join account m on m.id = a.master_id
      where s.id = $1 and ${IS_OPEN}`,
    [session.id],
  );
  if (live.length === 0) throw refuse('602');
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
  const held = await sql.query('select 1 as one from account where id = $1 and generation = $2 for no key update', [
    id,
    generation,
  ]);
  if (held.length === 0) throw refuse(past);
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
