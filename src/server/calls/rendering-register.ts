/** `rendering-register`: registers the rendering user of an account just made, once, by the browser that made it. */
import { fold } from '../accounts/identifiers.ts';
import { keysAnswer } from '../accounts/registration.ts';
import { redeemRegistration } from '../accounts/rendering-user.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'rendering-register'> = ({ userName, rsAuthToken }, context) =>
  context.settle(async (sql) => {
    const user = await redeemRegistration(sql, context, rsAuthToken, fold(userName));
    await context.audit(sql, 'rendering-register', {
      ...(user ? { accountId: user.id } : {}),
      outcome: user ? 'ok' : 'Account.Token.Expired',
    });
    if (!user) return { code: 'Account.Token.Expired' };
    return { code: 200, data: { ...keysAnswer(context, user), userKey: user.userKey } };
  });
