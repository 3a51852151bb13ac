/**
 * Activating an account whose mailbox was proven. A mailbox can be registered by anybody; whoever opens its link in the
 * browser that registered is the person who did. In any other browser the link proves the mailbox alone: the password of the
 * registration, or a new one, is set first, and what a stranger may have prepared is no way in any more.
 */
import { type FoundLink, screenUrl, spendLinks } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { flowsOf } from '../sessions/flow.ts';
import type { CallContext, Sql } from '../types.ts';
import { activateAccount, renewUserKey } from './store/change.ts';

/** Whether this browser did not register the account that the link activates. */
export function isElsewhere(context: CallContext, link: Pick<FoundLink, 'registered_flow'>): boolean {
  return link.registered_flow === null || !flowsOf(context).includes(link.registered_flow);
}

type Waiting = { readonly id: string; readonly email: string | null; readonly username: string };

/** Activates an account and welcomes its owner, in the caller's transaction. */
export async function activate(sql: Sql, context: CallContext, { id, email, username }: Waiting): Promise<void> {
  await activateAccount(sql, id);
  await spendLinks(sql, 'activate', id);
  const link = screenUrl(context, 'sign-in');
  if (email) {
    await sendMessage(sql, context, { channel: 'email', to: email, template: 'welcome', params: { link, username } });
  }
  await context.audit(sql, 'activate', { accountId: id, outcome: 'ok' });
}

/**
 * Takes from an account that was not active yet every way in that its registration may have left: who registered it did not
 * prove its mailbox.
 */
export async function forgetRegistrant(sql: Sql, accountId: string): Promise<void> {
  for (const table of ['third_identity', 'user_session', 'device', 'sign_in_token', 'registration_token']) {
    await sql.query(`delete from ${table} where account_id = $1`, [accountId]);
  }
  await renewUserKey(sql, accountId);
}
