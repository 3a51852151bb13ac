/** `end-all-sessions`: signs the account out in every browser, or in every one but this; what was about to open one is void. */
import { endFlow } from '../sessions/flow.ts';
import { endEverySession } from '../sessions/sessions.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'end-all-sessions'> = async ({ present }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  const { accountId, id } = session;
  const ended = await context.db.transaction(async (sql) => {
    const count = await endEverySession(sql, accountId, present ? undefined : id);
    await context.audit(sql, 'sessions-ended', { accountId, outcome: present ? 'all' : 'others' });
    return count;
  });
  if (present) {
    context.cookies.clear('session');
    endFlow(context);
  }
  return { code: 200, data: { ended, signedOut: present } };
};
