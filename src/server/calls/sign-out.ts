/** `sign-out`: ends the session of this browser; the device stays known, what its tabs were in the middle of ends. */
import { endFlow } from '../sessions/flow.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sign-out'> = async (_request, context) => {
  const session = await context.session();
  context.cookies.clear('session');
  endFlow(context);
  if (!session) return { code: '602' };
  await context.db.transaction(async (sql) => {
    await sql.query('delete from user_session where id = $1', [session.id]);
    await context.audit(sql, 'sign-out', { accountId: session.accountId, outcome: 'ok' });
  });
  return { code: 200, data: {} };
};
