/** Coupons and free jobs: at most one of a kind for an account, of the line's own amounts. */
import type { CallContext, Sql } from '../types.ts';

/** Gives a coupon of the line's amount; false when the line has none of that kind, or the account got its own before. */
export async function giveCoupon(
  sql: Sql,
  context: Pick<CallContext, 'line' | 'zone'>,
  accountId: string,
  kind: string,
): Promise<boolean> {
  const { coupons, currency } = context.line.line;
  const amount = coupons[kind];
  if (typeof amount !== 'number') return false;
  const given = await sql.query(
    `insert into coupon (account_id, zone, line, kind, amount, currency) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, kind) do nothing returning id`,
    [accountId, context.zone, context.line.name, kind, amount, currency],
  );
  return given.length === 1;
}

/** What binding the first phone earned. */
export interface Reward {
  /** Amount in the line's currency. */
  readonly coupon?: number;
  readonly freeJobs?: number;
}

/** Gives what the line promises for the first phone, once an account; nothing where the line offers nothing. */
export async function giveBindingReward(
  sql: Sql,
  context: Pick<CallContext, 'line' | 'zone'>,
  accountId: string,
): Promise<Reward> {
  const { offers, coupons } = context.line.line;
  const { phoneBinding, freeJobs } = coupons;
  if (!offers.phoneBindingCoupon || !(await giveCoupon(sql, context, accountId, 'phoneBinding'))) return {};
  const jobs = freeJobs !== undefined && (await giveFreeJobs(sql, context, accountId, 'phoneBinding', freeJobs));
  return { ...(phoneBinding === undefined ? {} : { coupon: phoneBinding }), ...(jobs ? { freeJobs } : {}) };
}

async function giveFreeJobs(
  sql: Sql,
  { zone, line }: Pick<CallContext, 'line' | 'zone'>,
  accountId: string,
  kind: string,
  jobs: number,
): Promise<boolean> {
  const given = await sql.query(
    `insert into free_jobs (account_id, zone, line, kind, jobs) values ($1, $2, $3, $4, $5)
     on conflict (account_id, kind) do nothing returning id`,
    [accountId, zone, line.name, kind, jobs],
  );
  return given.length === 1;
}

export interface FreeJobs {
  readonly id: string;
  readonly kind: string;
  readonly jobs: number;
  readonly since: string;
}

/** The free jobs of an account, the newest first. */
export async function freeJobsOf(sql: Sql, accountId: string): Promise<FreeJobs[]> {
  const rows = await sql.query<Omit<FreeJobs, 'since'> & { created_at: Date }>(
    'select id, kind, jobs, created_at from free_jobs where account_id = $1 order by created_at desc, kind limit 100',
    [accountId],
  );
  return rows.map(({ created_at: since, ...each }) => ({ ...each, since: since.toISOString() }));
}

export interface Coupon {
  readonly id: string;
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  readonly since: string;
}

/** The coupons of an account, the newest first. */
export async function couponsOf(sql: Sql, accountId: string): Promise<Coupon[]> {
  const rows = await sql.query<Omit<Coupon, 'since'> & { created_at: Date }>(
    'select id, kind, amount, currency, created_at from coupon where account_id = $1 order by created_at desc, kind limit 100',
    [accountId],
  );
  return rows.map(({ created_at: since, ...coupon }) => ({ ...coupon, since: since.toISOString() }));
}
