/**
 * Telling the owner that wrong passwords locked their account, once for each lock, with the way back. It is done after the
 * answer and outside of its work: a name that nobody has gets the same answer in the same time.
 */
import { screenUrl } from '../codes/links.ts';
import type { CallContext } from '../types.ts';
import { SUB } from './kinds.ts';
import { provenPhone, tell } from './owner.ts';
import { findAccount } from './store/find.ts';

async function notify(context: CallContext, counterKey: string, accountId: string): Promise<void> {
  await context.db.transaction(async (sql) => {
    const first = await sql.query(
      `update sign_in_counter set told_at = foyer_now()
        where key = $1 and locked_at is not null and told_at is null returning 1 as one`,
      [counterKey],
    );
    if (first.length === 0) return;
    const owner = await findAccount(sql, { id: accountId, status: 'active', zone: context.zone });
    if (!owner) return;
    const to = owner.email ? { email: owner.email } : { phone: provenPhone(owner) };
    const params = { username: owner.username, link: screenUrl(context, 'forgot-password') };
    // A sub account sets no password itself.
    const message =
      owner.kind === SUB ? { template: 'sub-account-locked', params } : { template: 'account-locked', params };
    await tell(sql, context, to, message);
    await context.audit(sql, 'lock-told', { accountId, outcome: 'ok' });
  });
}

/** Not waited for. */
export function tellLocked(
  context: CallContext,
  { counter_key: key, account_id: id }: { readonly counter_key: string; readonly account_id: string | null },
): void {
  if (id === null) return;
  notify(context, key, id).catch((error: Error) => context.warn('a lock could not be told', { error: error.message }));
}
