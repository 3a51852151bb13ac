/** A master's sub accounts: finding one of its own, and switching it off and on. */

import type { CallContext, Failure, Ok, Sql } from '../types.ts';
import { MASTER } from './kinds.ts';
import { holdOwner, type SignedIn, STALE, signedIn } from './owner.ts';
import type { Refuse } from './refused.ts';
import type { AccountWithCredential } from './store/account.ts';
import { setStatus } from './store/change.ts';
import { lockSubAccount } from './store/find.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Master {
  readonly id: string;
  readonly found: SignedIn;
}
export type MasterCode = '602' | 'Forbidden';
export type FreshMasterCode = MasterCode | (typeof STALE)['code'];

function asMaster(found: SignedIn): Master | Failure<'Forbidden'> {
  return found.owner.kind === MASTER ? { id: found.owner.id, found } : { code: 'Forbidden' };
}

/** The signed-in master; the answer for anyone else. */
export async function masterOf(context: CallContext): Promise<Master | Failure<MasterCode>> {
  const found = await signedIn(context);
  return found ? asMaster(found) : { code: '602' };
}

/** The same for what asks for a fresh sign-in. */
export async function freshMasterOf(context: CallContext): Promise<Master | Failure<FreshMasterCode>> {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  return found.isFresh ? asMaster(found) : STALE;
}

/** A sub account of this master, locked for the transaction. Refuses the transaction when it is not the master's own. */
export async function ownSubAccount(
  sql: Sql,
  masterId: string,
  id: string,
  refuse: Refuse<'Forbidden'>,
): Promise<AccountWithCredential> {
  if (!UUID.test(id)) throw refuse('Forbidden');
  const sub = await lockSubAccount(sql, { id, masterId });
  if (!sub) throw refuse('Forbidden');
  return sub;
}

/** Moves a sub account of the master between two states; being there already is no mistake. */
export function switchSubAccount(
  context: CallContext,
  master: Master,
  id: string,
  { from, to }: { readonly from: 'active' | 'disabled'; readonly to: 'active' | 'disabled' },
  refuse: Refuse<MasterCode>,
): Promise<Ok> {
  return context.settle(async (sql) => {
    await holdOwner(sql, master.found, refuse);
    const sub = await ownSubAccount(sql, master.id, id, refuse);
    if (sub.status !== from && sub.status !== to) throw refuse('Forbidden');
    await setStatus(sql, { id: sub.id, status: to });
    if (to === 'disabled') {
      await sql.query('delete from user_session where account_id = $1', [sub.id]);
      await sql.query('delete from sign_in_token where account_id = $1', [sub.id]);
    }
    await context.audit(sql, to === 'disabled' ? 'sub-account-disabled' : 'sub-account-enabled', {
      accountId: sub.id,
      outcome: 'ok',
    });
    return { code: 200, data: {} };
  });
}
