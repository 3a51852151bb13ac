/** `qr-redeem`: what the phone confirmed, as the sign-in token that `user-login` takes. */
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { orRefused, type Refuse } from '../accounts/refused.ts';
import { storeSignInToken } from '../accounts/sign-in-token.ts';
import { EXPIRED, redeemTicket } from '../qr/tickets.ts';
import type { Answer, HandlerOf, Sql } from '../types.ts';

type Code = (typeof EXPIRED)['code'];

export const handle: HandlerOf<'qr-redeem'> = async ({ secret }, context) => {
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const redeem = async (sql: Sql, refuse: Refuse<Code>): Promise<Answer<Code>> => {
    const found = await redeemTicket(sql, context, secret);
    if (!found) return EXPIRED;
    const { id, username: loginName, login_type: loginType, generation, session_id: relayedBy, provider } = found;
    const wanted = {
      accountId: id,
      name: readLoginName(loginName, context.line.line).key,
      loginType,
      auto: false,
      generation,
      past: EXPIRED,
      relayedBy,
      provider: provider ?? undefined,
    };
    const rsAuthToken = await storeSignInToken(sql, context, wanted, refuse);
    await context.audit(sql, 'sign-in', { accountId: id, outcome: 'ok' });
    return { code: 200, data: { rsAuthToken, loginName, loginType } };
  };
  return orRefused((refuse) => context.settle((sql) => redeem(sql, refuse)));
};
