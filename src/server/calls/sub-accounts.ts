/** `sub-accounts`: the signed-in master's sub accounts, the newest first; with an id, also the login name of that one. */
import { listSubAccounts } from '../accounts/store/find.ts';
import { masterOf } from '../accounts/sub-accounts.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sub-accounts'> = async ({ id }, context) => {
  const master = await masterOf(context);
  if ('code' in master) return master;
  const rows = await listSubAccounts(context.db, master.id);
  const subAccounts = rows.map((row) => ({
    id: row.id,
    username: row.username,
    loginName: `${row.username}@${row.uuid}`,
    phone: row.phone ?? '',
    status: row.status,
    source: row.provider ?? 'own',
    member: row.member ?? '',
    since: row.created_at.toISOString(),
  }));
  const one = subAccounts.find((each) => each.id === id);
  return { code: 200, data: { subAccounts, ...(one ? { loginName: one.loginName } : {}) } };
};
