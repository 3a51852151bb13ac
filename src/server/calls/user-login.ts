/** `user-login`: redeems the sign-in token once, opens the session and remembers the browser. */
import type { UserLoginRequest } from '../../generated/api.ts';
import { identifierDigest, readLoginName } from '../accounts/identifiers.ts';
import { asksForSoftware, leadsToSoftware } from '../accounts/rendering-user.ts';
import { sha256 } from '../accounts/secrets.ts';
import { withReport } from '../accounts/with-report.ts';
import { flowOf } from '../sessions/flow.ts';
import { tellOfDevice } from '../sessions/new-device.ts';
import { type NewSession, newSession, sessionSeconds } from '../sessions/sessions.ts';
import type { CallContext, HandlerOf, Ok } from '../types.ts';

interface Redeemed {
  readonly verdict: 'ok' | 'expired' | 'refused';
  readonly account_id: string | null;
  readonly user_key: string | null;
  readonly auto: boolean | null;
  readonly kind: 1 | 2 | null;
  readonly security_risk: boolean | null;
  /** The browser is new to an account that somebody had signed in to: its owner is told. */
  readonly new_device: boolean | null;
}

const REDEEM = 'sign_in_redeem($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)';

function redeemValues(context: CallContext, request: UserLoginRequest, session: NewSession): readonly unknown[] {
  const name = readLoginName(request.userName, context.line.line);
  const { auto, plain } = sessionSeconds(context);
  return [
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
    session.ends ?? null,
  ];
}

function success(
  context: CallContext,
  accountId: string,
  userKey: string,
  facts: { accountType: 1 | 2; securityRisk: boolean; guide: boolean },
): Ok {
  const { channel, platform } = context.line.line;
  const { accountType, securityRisk, guide } = facts;
  return {
    code: 200,
    data: {
      userKey,
      userId: accountId,
      raySyncUserKey: userKey,
      channel,
      platform,
      accountType,
      securityRisk,
      ...(guide ? { guide } : {}),
    },
  };
}

interface Expected {
  readonly id: string;
  readonly user_key: string;
  readonly kind: 1 | 2;
  readonly security_risk: boolean;
  readonly auto: boolean;
  readonly asked: boolean;
  /** Nobody needs to be told of this browser. */
  readonly quiet: boolean;
}

/**
 * The ordinary sign-in, without a transaction: what the token will give is read, then redeemed, reported and kept in one
 * statement that has no effect at all unless it gives just that. Undefined when anything is out of the ordinary.
 */
async function redeemAsExpected(
  context: CallContext,
  values: readonly unknown[],
  session: NewSession,
): Promise<Ok | undefined> {
  const [expected] = await context.db.query<Expected>(
    `select a.id, a.user_key, a.kind, a.security_risk and a.kind = 1 as security_risk, t.auto, u.account_id is null or u.asked_at is not null as asked,
        not a.entered or exists (select 1 from device d where d.account_id = a.id and d.digest = $6) as quiet
       from sign_in_token t join account a on a.id = t.account_id left join rendering_user u on u.account_id = a.id
      where t.token_hash = $1 and t.used_at is null and t.expires_at > foyer_now() and t.zone = $2 and t.line = $3
        and t.flow_digest = $4 and t.name_digest = $5 and a.status = 'active'`,
    [...values.slice(0, 5), session.deviceDigest],
  );
  if (!expected?.quiet || (asksForSoftware(context) && !expected.asked)) return undefined;
  const { id, user_key: userKey, kind: accountType, security_risk: securityRisk, auto } = expected;
  const answer = success(context, id, userKey, { accountType, securityRisk, guide: false });
  const known = context.known(answer, () => session.begin(auto));
  try {
    await withReport(
      context.db,
      async (sql) => {
        await context.audit(sql, 'session-opened', { accountId: id, outcome: 'ok' });
        await known.keep(sql);
      },
      `select case when r.verdict = 'ok' and not r.new_device then true else foyer_abort('not as expected') end from ${REDEEM} r`,
      values,
    );
    return answer;
  } catch (error) {
    known.withdraw();
    if ((error as { code?: string }).code === 'FY001') return undefined;
    throw error;
  }
}

export const handle: HandlerOf<'user-login'> = async (request, context) => {
  const session = newSession(context);
  const values = redeemValues(context, request, session);
  const ordinary = await redeemAsExpected(context, values, session);
  if (ordinary) return ordinary;
  return context.settle(async (sql) => {
    const [redeemed] = await sql.query<Redeemed>(
      `select r.*, a.kind, a.security_risk and a.kind = 1 as security_risk from ${REDEEM} r left join account a on a.id = r.account_id`,
      values,
    );
    const accountId = redeemed?.account_id ?? undefined;
    await context.audit(sql, 'session-opened', {
      ...(accountId ? { accountId } : {}),
      outcome: redeemed?.verdict ?? 'expired',
    });
    if (redeemed?.verdict === 'refused') return { code: 'Auth.Fail' };
    if (!redeemed?.user_key || !redeemed.kind || !accountId) return { code: 'Account.Token.Expired' };
    if (redeemed.new_device) await tellOfDevice(sql, context, accountId, session);
    session.begin(redeemed.auto === true);
    const guide = await leadsToSoftware(sql, context, accountId);
    return success(context, accountId, redeemed.user_key, {
      accountType: redeemed.kind,
      securityRisk: redeemed.security_risk === true,
      guide,
    });
  });
};
