/** `user-login`: redeems the sign-in token once, opens the session and remembers the browser. */
import type { UserLoginRequest } from '../../generated/api.ts';
import { identifierDigest, readLoginName } from '../accounts/identifiers.ts';
import { sha256 } from '../accounts/secrets.ts';
import { flowOf } from '../sessions/flow.ts';
import { newSession, sessionSeconds } from '../sessions/sessions.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<UserLoginRequest> = async (request, context) => {
  const name = readLoginName(request.userName, context.line.line);
  const session = newSession(context);
  const { auto: autoSeconds, plain } = sessionSeconds(context);
  const [redeemed] = await context.db.query<{
    verdict: 'ok' | 'expired' | 'refused';
    account_id: string | null;
    user_key: string | null;
    auto: boolean | null;
  }>('select * from sign_in_redeem($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    sha256(request.rsAuthToken),
    context.zone,
    context.line.name,
    flowOf(context),
    identifierDigest(context.keys, context.zone, name.key),
    session.tokenHash,
    session.deviceDigest,
    session.device,
    session.place ?? null,
    autoSeconds,
    plain,
  ]);
  const accountId = redeemed?.account_id ?? undefined;
  await context.audit(context.db, 'session-opened', {
    ...(accountId ? { accountId } : {}),
    outcome: redeemed?.verdict ?? 'expired',
  });
  if (redeemed?.verdict !== 'ok' || !redeemed.user_key || !accountId) {
    return { code: redeemed?.verdict === 'refused' ? 'Auth.Fail' : 'Account.Token.Expired' };
  }
  session.begin(redeemed.auto === true);
  const { channel, platform } = context.line.line;
  return {
    code: 200,
    data: { userKey: redeemed.user_key, userId: accountId, raySyncUserKey: redeemed.user_key, channel, platform },
  };
};
