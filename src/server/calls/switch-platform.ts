/** `switch-platform`: moves the signed-in user to the platform of this line and gives the key that goes with it. */
import { keysAnswer } from '../accounts/registration.ts';
import { ensureRenderingUser } from '../accounts/rendering-user.ts';
import { invalid } from '../http/envelope.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'switch-platform'> = async ({ platform }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (platform !== context.line.line.platform) return invalid('platform');
  const { accountId, userKey } = session;
  return context.settle(async (sql) => {
    await ensureRenderingUser(sql, context, accountId);
    await sql.query('update rendering_user set platform = $2, line = $3 where account_id = $1', [
      accountId,
      platform,
      context.line.name,
    ]);
    return { code: 200, data: keysAnswer(context, { id: accountId, userKey }) };
  });
};
