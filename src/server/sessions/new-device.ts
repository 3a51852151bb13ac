/** Tells the owner of an account that a browser nobody knew signed in to it. */
import { SUB } from '../accounts/kinds.ts';
import { tell } from '../accounts/owner.ts';
import { findReach } from '../accounts/store/find.ts';
import { mayNotify } from '../codes/dispatch.ts';
import { screenUrl } from '../codes/links.ts';
import type { CallContext, Sql } from '../types.ts';
import type { NewSession } from './sessions.ts';

/**
 * Owes the notice in the transaction that opens the session, so that no session of a new browser goes untold. An SMS counts
 * in the budgets of what is sent, for signing in again and again must not cost without end; past them it is left out.
 */
export async function tellOfDevice(
  sql: Sql,
  context: CallContext,
  accountId: string,
  session: NewSession,
): Promise<void> {
  const reach = await findReach(sql, accountId);
  if (!reach) return;
  const { username, kind, email, phone, time } = reach;
  // Nobody resets a sub account's password but its master, on the account page.
  const { screen, ...named } =
    kind === SUB
      ? ({ template: 'sub-account-new-device', screen: 'console' } as const)
      : ({ template: 'new-device', screen: 'forgot-password' } as const);
  const notice = {
    ...named,
    params: {
      username,
      time,
      device: session.device,
      place: session.place ?? '-',
      link: screenUrl(context, screen),
    },
  };
  if (email) return tell(sql, context, { email }, notice);
  if (phone && (await mayNotify(sql, context, phone))) await tell(sql, context, { phone }, notice);
}
