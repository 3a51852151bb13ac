/** `unlink-third`: takes a third-party identity off the signed-in account, ends what it opened, and tells its owner. */
import { MASTER } from '../accounts/kinds.ts';
import { holdOwner, provenPhone, STALE, signedIn, tell } from '../accounts/owner.ts';
import { orRefused } from '../accounts/refused.ts';
import { endSessionsBy } from '../sessions/sessions.ts';
import { providerName } from '../third-party/identities.ts';
import type { HandlerOf } from '../types.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const handle: HandlerOf<'unlink-third'> = async ({ id }, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  if (!found.isFresh) return STALE;
  const { owner } = found;
  // A member's link is its master's to cut.
  if (owner.kind !== MASTER || !UUID.test(id)) return { code: 'Forbidden' };
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      // One at a time, so that two tabs cannot each take the other's last way in.
      await holdOwner(sql, found, refuse);
      const linked = await sql.query<{ id: string; provider: string }>(
        'select id, provider from third_identity where account_id = $1',
        [owner.id],
      );
      const chosen = linked.find((each) => each.id === id);
      // Gone already: another tab, or another press, has taken it off.
      if (!chosen) return { code: 200, data: {} };
      if (!owner.has_password && linked.length === 1) throw refuse('ThirdParty.Last.Way');
      await sql.query('delete from third_identity where id = $1', [id]);
      // Tokens and codes on their way end with the account's generation, which this deletion advances.
      await endSessionsBy(sql, { accountId: owner.id, provider: chosen.provider, keep: found.session.id });
      const to = { email: owner.email, phone: provenPhone(owner) };
      const params = { username: owner.username, provider: providerName(context, chosen.provider) };
      await tell(sql, context, to, { template: 'third-unlinked', params });
      await context.audit(sql, 'third-unlinked', { accountId: owner.id, outcome: 'ok' });
      return { code: 200, data: {} };
    }),
  );
};
