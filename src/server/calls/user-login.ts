/** `user-login`: redeems the sign-in token once, opens the session and remembers the browser. */
import type { UserLoginRequest } from '../../generated/api.ts';
import { identifierDigest, readLoginName } from '../accounts/identifiers.ts';
import { leadsToSoftware } from '../accounts/rendering-user.ts';
import { sha256 } from '../accounts/secrets.ts';
import { flowOf } from '../sessions/flow.ts';
import { type NewSession, newSession, sessionSeconds } from '../sessions/sessions.ts';
import type { CallContext, Handler, Sql } from '../types.ts';

interface Redeemed {
  readonly verdict: 'ok' | 'expired' | 'refused';
  readonly account_id: string | null;
  readonly user_key: string | null;
  readonly auto: boolean | null;
  readonly security_risk: boolean | null;
}

async function redeem(
  sql: Sql,
  context: CallContext,
  request: UserLoginRequest,
  session: NewSession,
): Promise<Redeemed | undefined> {
  const name = readLoginName(request.userName, context.line.line);
  const { auto, plain } = sessionSeconds(context);
  const [redeemed] = await sql.query<Redeemed>(
    `select r.*, a.security_risk from sign_in_redeem($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) r
       left join account a on a.id = r.account_id`,
    [
      sha256(request.rsAuthToken),
      context.zone,
      context.line.name,
      flowOf(context),
      identifierDigest(context.keys, context.zone, name.key),
      session.tokenHash,
      session.deviceDigest,
      session.device,
      session.place ?? null,
      auto,
      plain,
    ],
  );
  return redeemed;
}

export const handle: Handler<UserLoginRequest> = (request, context) => {
  const session = newSession(context);
  return context.settle(async (sql) => {
    const redeemed = await redeem(sql, context, request, session);
    const accountId = redeemed?.account_id ?? undefined;
    await context.audit(sql, 'session-opened', {
      ...(accountId ? { accountId } : {}),
      outcome: redeemed?.verdict ?? 'expired',
    });
    if (redeemed?.verdict === 'refused') return { code: 'Auth.Fail' };
    if (!redeemed?.user_key || !accountId) return { code: 'Account.Token.Expired' };
    session.begin(redeemed.auto === true);
    const { channel, platform } = context.line.line;
    const { user_key: userKey } = redeemed;
    const securityRisk = redeemed.security_risk === true;
    const guide = await leadsToSoftware(sql, context, accountId);
    return {
      code: 200,
      data: {
        userKey,
        userId: accountId,
        raySyncUserKey: userKey,
        channel,
        platform,
        securityRisk,
        ...(guide ? { guide } : {}),
      },
    };
  });
};
