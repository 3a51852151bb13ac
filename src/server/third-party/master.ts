/** What a master decides about the members of its enterprise that became its sub accounts. */
import { holdOwner } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import type { AccountWithCredential } from '../accounts/store/account.ts';
import { activateAccount, setStatus } from '../accounts/store/change.ts';
import {
  type FreshMasterCode,
  freshMasterOf,
  type MasterCode,
  masterOf,
  ownSubAccount,
} from '../accounts/sub-accounts.ts';
import type { Answer, CallContext, Sql } from '../types.ts';

/** A sub account of this master that belongs to a member, locked. Refuses the transaction for any other. */
async function ownMember(
  sql: Sql,
  masterId: string,
  id: string,
  refuse: Refuse<'Forbidden'>,
): Promise<AccountWithCredential> {
  const sub = await ownSubAccount(sql, masterId, id, refuse);
  const linked = await sql.query('select 1 as one from third_identity where account_id = $1', [sub.id]);
  if (linked.length === 0) throw refuse('Forbidden');
  return sub;
}

async function endSessions(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from user_session where account_id = $1', [id]);
  await sql.query('delete from sign_in_token where account_id = $1', [id]);
}

/** Lets a member sign in; one who may already is no mistake. */
export async function authoriseMember(
  context: CallContext,
  id: string,
  refuse: Refuse<MasterCode>,
): Promise<Answer<FreshMasterCode>> {
  const master = await freshMasterOf(context);
  if ('code' in master) return master;
  return context.settle(async (sql) => {
    await holdOwner(sql, master.found, refuse);
    const sub = await ownMember(sql, master.id, id, refuse);
    if (sub.status === 'disabled') throw refuse('Forbidden');
    await activateAccount(sql, sub.id);
    await context.audit(sql, 'member-authorised', { accountId: sub.id, outcome: 'ok' });
    return { code: 200, data: {} };
  });
}

/**
 * Parts a sub account from its member: it stays, and the member's next sign-in makes another one that waits. A member who
 * still waits is turned down instead, and stays known as such.
 */
export async function unbindMember(
  context: CallContext,
  id: string,
  refuse: Refuse<MasterCode>,
): Promise<Answer<MasterCode>> {
  const master = await masterOf(context);
  if ('code' in master) return master;
  return context.settle(async (sql) => {
    await holdOwner(sql, master.found, refuse);
    const sub = await ownMember(sql, master.id, id, refuse);
    const waits = sub.status === 'unactivated';
    if (waits) await setStatus(sql, { id: sub.id, status: 'cancelled' });
    else await sql.query('delete from third_identity where account_id = $1', [sub.id]);
    await endSessions(sql, sub.id);
    await context.audit(sql, waits ? 'member-turned-down' : 'member-unbound', { accountId: sub.id, outcome: 'ok' });
    return { code: 200, data: {} };
  });
}
