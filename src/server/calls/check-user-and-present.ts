/** `check-user-and-present`: how it stands with the user's real name; presents the coupon for it once; lists coupons and free jobs. */
import { couponsOf, freeJobsOf, giveCoupon } from '../accounts/coupons.ts';
import { realNameOf, returnedFromRealName, settleRealName } from '../accounts/real-name.ts';
import type { CallContext, HandlerOf, RealNameVerdict, Sql } from '../types.ts';

/** Kind of the coupon, and the name of each state on the wire. */
const KIND = 'realName';
const STATES: Readonly<Record<RealNameVerdict | 'none', string>> = {
  none: 'unverified',
  pending: 'pending',
  passed: 'verified',
  failed: 'failed',
};

async function realName(sql: Sql, context: CallContext, accountId: string) {
  const verdict = await realNameOf(sql, accountId);
  // Where nobody verifies names there is nothing to offer.
  if (!context.realName && verdict !== 'passed') return { presented: false };
  const presented = verdict === 'passed' && (await giveCoupon(sql, context, accountId, KIND));
  return { realName: context.line.enums.realNameState?.[STATES[verdict ?? 'none']] ?? 0, presented };
}

export const handle: HandlerOf<'check-user-and-present'> = async ({ returned }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  const { accountId } = session;
  const offered = context.line.line.offers.realNameCoupon === true;
  if (offered) {
    if (returned !== undefined) await returnedFromRealName(context, accountId, returned);
    await settleRealName(context, accountId);
  }
  return context.settle(async (sql) => {
    const state = offered ? await realName(sql, context, accountId) : { presented: false };
    if (state.presented) await context.audit(sql, 'coupon-presented', { accountId, outcome: KIND });
    const [coupons, freeJobs] = [await couponsOf(sql, accountId), await freeJobsOf(sql, accountId)];
    return { code: 200, data: { ...state, coupons, freeJobs, given: coupons.map(({ kind }) => kind) } };
  });
};
