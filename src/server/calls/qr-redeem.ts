/** `qr-redeem`: what the phone confirmed, as the sign-in token that `user-login` takes. */
import type { QrRedeemRequest } from '../../generated/api.ts';
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { identifierDigest, readLoginName } from '../accounts/identifiers.ts';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { TOKEN_SECONDS } from '../accounts/sign-in.ts';
import { EXPIRED, redeemTicket } from '../qr/tickets.ts';
import { flowOf } from '../sessions/flow.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<QrRedeemRequest> = async ({ secret }, context) => {
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  return context.settle(async (sql) => {
    const found = await redeemTicket(sql, context, secret);
    if (!found) return EXPIRED;
    const { id, username, master_uuid: master, login_type: loginType } = found;
    const loginName = master ? `${username}@${master}` : username;
    const rsAuthToken = newSecret();
    await sql.query(
      `insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, false, foyer_now() + make_interval(secs => $8))`,
      [
        sha256(rsAuthToken),
        id,
        context.zone,
        context.line.name,
        flowOf(context),
        identifierDigest(context.keys, context.zone, readLoginName(loginName, context.line.line).key),
        loginType,
        TOKEN_SECONDS,
      ],
    );
    await context.audit(sql, 'sign-in', { accountId: id, outcome: 'ok' });
    return { code: 200, data: { rsAuthToken, loginName, loginType } };
  });
};
