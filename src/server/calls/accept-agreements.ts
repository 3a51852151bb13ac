/** `accept-agreements`: the signed-in account accepts what it read, and is told where it goes on to. */
import { isAskedToAgree, recordAccepted } from '../accounts/agreements.ts';
import { signedIn } from '../accounts/owner.ts';
import { leadsToSoftware } from '../accounts/rendering-user.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'accept-agreements'> = async ({ accepted }, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { id, must_rename: securityRisk } = found.owner;
  return context.settle(async (sql) => {
    await recordAccepted(sql, context, id, accepted);
    const due = await isAskedToAgree(sql, context, id);
    await context.audit(sql, 'agreements-accepted', { accountId: id, outcome: due ? 'outdated' : 'ok' });
    return { code: 200, data: { due, securityRisk, guide: await leadsToSoftware(sql, context, id) } };
  });
};
