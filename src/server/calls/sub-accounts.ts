/** `sub-accounts`: the signed-in master's sub accounts, the newest first; with an id, also the login name of that one. */
import { masterOf } from '../accounts/sub-accounts.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sub-accounts'> = async ({ id }, context) => {
  const master = await masterOf(context);
  if ('code' in master) return master;
  const rows = await context.db.query<{
    id: string;
    username: string;
    uuid: string;
    phone: string | null;
    status: string;
    member: string | null;
    provider: string | null;
    created_at: Date;
  }>(
    `select a.id, a.username, m.uuid, case when a.phone_verified then a.phone end as phone, a.status, a.created_at,
        i.name as member, i.provider
       from account a join account m on m.id = a.master_id
       left join lateral (select name, provider from third_identity where account_id = a.id limit 1) i on true
      where a.master_id = $1 order by a.created_at desc, a.username limit 200`,
    [master.id],
  );
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
