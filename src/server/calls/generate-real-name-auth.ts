/** `generate-real-name-auth`: begins a real-name verification and tells where the visitor goes through it. */
import { beginRealName, realNameOf, storeRealName } from '../accounts/real-name.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'generate-real-name-auth'> = async (_request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.realNameCoupon) return { code: 'Forbidden' };
  const { accountId } = session;
  if ((await realNameOf(context.db, accountId)) === 'passed') return { code: 'Forbidden' };
  const begun = context.realName && (await beginRealName(context, context.realName));
  if (!begun) return { code: 'Common.Failed' };
  return context.settle(async (sql) => {
    await storeRealName(sql, context, accountId, begun);
    await context.audit(sql, 'real-name-begun', { accountId, outcome: 'ok' });
    return { code: 200, data: { url: begun.url } };
  });
};
