/** The single-use token: stored by ways in that need no password (`settle` stores that of a right one), and redeemed by the next call. */
import type { ErrorCode } from '../../generated/calls.ts';
import { callOf, type NamedCall } from '../db/named.ts';
import { flowAmong, flowOf, flowsOf } from '../sessions/flow.ts';
import { isOfLiveSession, type NewSession, sessionSeconds } from '../sessions/sessions.ts';
import type { CallContext, Failure, Sql } from '../types.ts';
import { ownCounters } from './askers.ts';
import { TOKEN_SECONDS } from './attempts.ts';
import { identifierDigest } from './identifiers.ts';
import type { Refuse } from './refused.ts';
import { newSecret, sha256 } from './secrets.ts';
import type { Recorded } from './store/find.ts';
import { withReport } from './with-report.ts';

export interface NewSignIn<Past extends ErrorCode> {
  readonly accountId: string;
  /** The name it is redeemed with, as `readLoginName` gives its `key`. */
  readonly name: string;
  readonly loginType: number;
  readonly auto: boolean;
  /** The account's when it was proven that its owner signs in. */
  readonly generation: number;
  /** The answer when that is no longer the present one. */
  readonly past: Failure<Past>;
  /** By which it was proven: what it opens ends when that one is unlinked. */
  readonly provider?: string | undefined;
  /**
   * Another session vouches for it (null: one that an older instance knew), and its owner was not proven anew: wrong passwords stay
   * counted, the session is not fresh, and ends with that one's time.
   */
  readonly relayedBy?: string | null;
}

const CLEAR = `, cleared as (update sign_in_counter c set failures = 0 from held
     where (c.key = 'account:' || held.id or c.key = any($14)) and c.locked_at is null)`;

/** One statement: the account is held, its counters are cleared where its owner was proven, and the token is stored. */
const STORE = (
  clear: string,
) => `with held as materialized (select id, generation from account where id = $2::uuid and generation = $10 for share)${clear}
   insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, generation, expires_at, relayed,
       session_id, provider)
     select $1, id, $3, $4, $5, $6, $7, $8, generation, foyer_now() + make_interval(secs => $9), $11, $12, $13 from held returning 1 as one`;

/**
 * Stores the sign-in token in the caller's transaction, as a right password does. Refuses when the account can no longer be
 * signed in by what was proven.
 */
export async function storeSignInToken<Past extends ErrorCode>(
  sql: Sql,
  context: CallContext,
  wanted: NewSignIn<Past>,
  refuse: Refuse<Past>,
): Promise<string> {
  const rsAuthToken = newSecret();
  const { relayedBy, provider } = wanted;
  const relayed = relayedBy !== undefined;
  const stored = await sql.query(STORE(relayed ? '' : CLEAR), [
    sha256(rsAuthToken),
    wanted.accountId,
    context.zone,
    context.line.name,
    flowOf(context),
    identifierDigest(context.keys, context.zone, wanted.name),
    wanted.loginType,
    wanted.auto,
    TOKEN_SECONDS,
    wanted.generation,
    relayed,
    relayedBy ?? null,
    provider ?? null,
    ...(!relayed ? [ownCounters(context, [wanted.name])] : []),
  ]);
  if (stored.length === 0) throw refuse(wanted.past);
  return rsAuthToken;
}

/** What redeeming takes. */
export interface Presented {
  readonly rsAuthToken: string;
  /** The name it is redeemed with, as `readLoginName` gives its `key`. */
  readonly name: string;
  /** What it opens. */
  readonly session: NewSession;
}

/** The flow that the token was given to: this browser may have another one since. */
const flowOfToken = (sql: Sql, context: CallContext, rsAuthToken: string): Promise<string> =>
  flowAmong(sql, context, 'select flow_digest from sign_in_token where flow_digest = any($1) and token_hash = $2', [
    sha256(rsAuthToken),
  ]);

function redemptionOf(context: CallContext, flow: string, { rsAuthToken, name, session }: Presented): NamedCall {
  const { auto, plain } = sessionSeconds(context);
  return callOf('sign_in_redeem', {
    p_token_hash: sha256(rsAuthToken),
    p_zone: context.zone,
    p_line: context.line.name,
    p_flow: flow,
    p_name: identifierDigest(context.keys, context.zone, name),
    p_session_hash: session.tokenHash,
    p_device_digest: session.deviceDigest,
    p_device: session.device,
    p_place: session.place,
    p_auto_seconds: auto,
    p_seconds: plain,
    p_ends: session.ends,
  });
}

export interface Expected extends Recorded {
  readonly id: string;
  readonly user_key: string;
  readonly kind: 1 | 2;
  readonly must_rename: boolean;
  readonly auto: boolean;
  /** Which software they use was asked, or is not to be. */
  readonly asked: boolean;
  /** Nobody needs to be told of this browser. */
  readonly quiet: boolean;
  /** Digest of the flow that the token was given to. */
  readonly flow: string;
}

/** What a token will give, as it looks now; undefined when it is not good. */
export async function expectedOf(
  sql: Sql,
  context: CallContext,
  { rsAuthToken, name, session }: Presented,
): Promise<Expected | undefined> {
  const [expected] = await sql.query<Expected>(
    `select a.id, a.user_key, a.kind, a.security_risk and a.kind = 1 as must_rename, t.auto, u.account_id is null or u.asked_at is not null as asked,
        not a.entered or exists (select 1 from device d where d.account_id = a.id and d.digest = $6) as quiet,
        a.agreements_from, accepted_agreements(a.id, $3) as accepted, t.flow_digest as flow
       from sign_in_token t join account a on a.id = t.account_id left join rendering_user u on u.account_id = a.id
      where t.token_hash = $1 and t.used_at is null and t.expires_at > foyer_now() and t.zone = $2 and t.line = $3
        and t.flow_digest = any($4) and t.name_digest = $5 and a.status = 'active' and ${isOfLiveSession('t')}`,
    [
      sha256(rsAuthToken),
      context.zone,
      context.line.name,
      flowsOf(context),
      identifierDigest(context.keys, context.zone, name),
      session.deviceDigest,
    ],
  );
  return expected;
}

/** Redeems a token together with what `report` writes, or rejects as `isUnexpected` tells without any effect: not good, or the browser is new. */
export async function redeemQuietly(
  context: CallContext,
  presented: Presented,
  { flow }: Pick<Expected, 'flow'>,
  report: (sql: Sql) => Promise<void>,
): Promise<void> {
  const { text, values } = redemptionOf(context, flow, presented);
  await withReport(
    context.db,
    report,
    `select case when r.verdict = 'ok' and not r.new_device then true else foyer_abort('not as expected') end from ${text} r`,
    values,
  );
}

export const isUnexpected = (error: unknown): boolean => (error as { code?: string }).code === 'FY001';

export interface Redeemed {
  readonly verdict: 'ok' | 'expired' | 'refused';
  readonly account_id: string | null;
  readonly user_key: string | null;
  readonly auto: boolean | null;
  readonly kind: 1 | 2 | null;
  readonly must_rename: boolean | null;
  /** The browser is new to an account that somebody had signed in to: its owner is told. */
  readonly new_device: boolean | null;
}

/** Redeems a token in the caller's transaction. */
export async function redeem(sql: Sql, context: CallContext, presented: Presented): Promise<Redeemed | undefined> {
  const { text: redemption, values } = redemptionOf(
    context,
    await flowOfToken(sql, context, presented.rsAuthToken),
    presented,
  );
  const [redeemed] = await sql.query<Redeemed>(
    `select r.*, a.kind, a.security_risk and a.kind = 1 as must_rename from ${redemption} r left join account a on a.id = r.account_id`,
    values,
  );
  return redeemed;
}
