/** `qr-redeem`: what the phone confirmed, as the sign-in token that `user-login` takes. */
import type { QrRedeemRequest } from '../../generated/api.ts';
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { orRefused } from '../accounts/refused.ts';
import { storeSignInToken } from '../accounts/sign-in-token.ts';
import { EXPIRED, redeemTicket } from '../qr/tickets.ts';
import type { Answer, Handler, Sql } from '../types.ts';

export const handle: Handler<QrRedeemRequest> = async ({ secret }, context) => {
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const redeem = async (sql: Sql): Promise<Answer> => {
    const found = await redeemTicket(sql, context, secret);
    if (!found) return EXPIRED;
    const { id, username: loginName, login_type: loginType, generation } = found;
    const rsAuthToken = await storeSignInToken(sql, context, {
      accountId: id,
      name: readLoginName(loginName, context.line.line).key,
      loginType,
      auto: false,
      generation,
      past: EXPIRED,
      relayed: true,
    });
    await context.audit(sql, 'sign-in', { accountId: id, outcome: 'ok' });
    return { code: 200, data: { rsAuthToken, loginName, loginType } };
  };
  return orRefused(() => context.settle(redeem));
};
