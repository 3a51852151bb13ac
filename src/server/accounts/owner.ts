/** The account behind the session, and telling its owner what happened to it. */
import { sendMessage } from '../codes/messages.ts';
import type { CallContext, Session, Sql } from '../types.ts';
import { fold, type LoginName } from './identifiers.ts';

/** What changing an account asks about it. */
export interface Owner {
  readonly id: string;
  readonly kind: 1 | 2;
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly phone_verified: boolean;
  readonly security_risk: boolean;
  readonly has_password: boolean;
  /** uuid of a sub account's master. */
  readonly master_uuid: string | null;
}

export interface SignedIn {
  readonly session: Session;
  readonly owner: Owner;
}

/** The signed-in account of this browser; undefined when there is none. */
export async function signedIn(context: CallContext): Promise<SignedIn | undefined> {
  const session = await context.session();
  if (!session) return undefined;
  const [owner] = await context.db.query<Owner>(
    `select a.id, a.kind, a.username, a.email, a.phone, a.phone_verified, a.security_risk, m.uuid as master_uuid,
        exists (select 1 from credential c where c.account_id = a.id) as has_password
       from account a left join account m on m.id = a.master_id where a.id = $1`,
    [session.accountId],
  );
  return owner && { session, owner };
}

/** The name an account signs in with, as the counters of wrong passwords know it. */
export function loginNameOf(owner: Pick<Owner, 'username' | 'master_uuid'>): LoginName {
  const username = fold(owner.username);
  if (!owner.master_uuid) return { key: username, username };
  return { key: `${username}@${owner.master_uuid}`, username, master: owner.master_uuid };
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
