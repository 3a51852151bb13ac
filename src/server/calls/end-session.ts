/** `end-session`: ends one session of the signed-in account; ending one that is gone is no mistake. */
import { invalid } from '../http/envelope.ts';
import { leaveSession } from '../sessions/sessions.ts';
import type { HandlerOf } from '../types.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const handle: HandlerOf<'end-session'> = async ({ id }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!UUID.test(id)) return invalid('id');
  await context.db.transaction(async (sql) => {
    await sql.query('delete from user_session where id = $1 and account_id = $2', [id, session.accountId]);
    await context.audit(sql, 'session-ended', { accountId: session.accountId, outcome: 'ok' });
  });
  const signedOut = id === session.id;
  if (signedOut) leaveSession(context);
  return { code: 200, data: { signedOut } };
};
