/** `user-login`: redeems the sign-in token once, opens the session and remembers the browser. */
import { isAskedToAgree, isDue } from '../accounts/agreements.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { asksForSoftware, leadsToSoftware } from '../accounts/rendering-user.ts';
import { expectedOf, isUnexpected, type Presented, redeem, redeemQuietly } from '../accounts/sign-in-token.ts';
import { tellOfDevice } from '../sessions/new-device.ts';
import { newSession } from '../sessions/sessions.ts';
import type { CallContext, HandlerOf, Ok } from '../types.ts';

function success(
  context: CallContext,
  accountId: string,
  userKey: string,
  facts: { accountType: 1 | 2; securityRisk: boolean; guide: boolean; agreementsDue: boolean },
): Ok {
  const { channel, platform } = context.line.line;
  const { accountType, securityRisk, guide, agreementsDue } = facts;
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
      ...(agreementsDue ? { agreementsDue } : {}),
    },
  };
}

/**
 * The ordinary sign-in, without a transaction: what the token will give is read, then redeemed, reported and kept in one
 * statement that has no effect at all unless it gives just that. Undefined when anything is out of the ordinary.
 */
async function redeemAsExpected(context: CallContext, presented: Presented): Promise<Ok | undefined> {
  const expected = await expectedOf(context.db, context, presented);
  if (!expected?.quiet || (asksForSoftware(context) && !expected.asked)) return undefined;
  const { id, user_key: userKey, kind: accountType, must_rename: securityRisk, auto } = expected;
  const agreementsDue = isDue(context.line.line, expected);
  const answer = success(context, id, userKey, { accountType, securityRisk, guide: false, agreementsDue });
  const known = context.known(answer, () => presented.session.begin(auto));
  try {
    await redeemQuietly(context, presented, expected, async (sql) => {
      await context.audit(sql, 'session-opened', { accountId: id, outcome: 'ok' });
      await known.keep(sql);
    });
    return answer;
  } catch (error) {
    known.withdraw();
    if (isUnexpected(error)) return undefined;
    throw error;
  }
}

export const handle: HandlerOf<'user-login'> = async (request, context) => {
  const session = newSession(context);
  const { key: name } = readLoginName(request.userName, context.line.line);
  const presented = { rsAuthToken: request.rsAuthToken, name, session };
  const ordinary = await redeemAsExpected(context, presented);
  if (ordinary) return ordinary;
  return context.settle(async (sql) => {
    const redeemed = await redeem(sql, context, presented);
    const accountId = redeemed?.account_id ?? undefined;
    await context.audit(sql, 'session-opened', {
      ...(accountId ? { accountId } : {}),
      outcome: redeemed?.verdict ?? 'expired',
    });
    if (redeemed?.verdict === 'refused') return { code: 'Auth.Fail' };
    if (!redeemed?.user_key || !redeemed.kind || !accountId) return { code: 'Account.Token.Expired' };
    if (redeemed.new_device) await tellOfDevice(sql, context, accountId, session);
    session.begin(redeemed.auto === true);
    const agreementsDue = await isAskedToAgree(sql, context, accountId);
    // Who is asked to agree first is asked for software after that.
    const guide = !agreementsDue && (await leadsToSoftware(sql, context, accountId));
    return success(context, accountId, redeemed.user_key, {
      accountType: redeemed.kind,
      securityRisk: redeemed.must_rename === true,
      guide,
      agreementsDue,
    });
  });
};
