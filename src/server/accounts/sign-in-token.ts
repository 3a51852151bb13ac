/** The single-use token that a sign-in gives and the next call redeems, for ways in that need no password. */
import type { ErrorCode } from '../../generated/calls.ts';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, Failure, Sql } from '../types.ts';
import { ownCounters } from './askers.ts';
import { TOKEN_SECONDS } from './attempts.ts';
import { identifierDigest } from './identifiers.ts';
import type { Refuse } from './refused.ts';
import { newSecret, sha256 } from './secrets.ts';

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
  /** Another session vouches for it, and its owner was not proven anew: wrong passwords stay counted, and the session is not fresh. */
  readonly relayed?: boolean;
}

const HELD = `with held as materialized (select id, generation from account where id = $2::uuid and generation = $10 for share)`;
const CLEAR = `, cleared as (update sign_in_counter c set failures = 0 from held
     where (c.key = 'account:' || held.id or c.key = any($12)) and c.locked_at is null)`;
const INSERT = `insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, generation, expires_at, relayed)
     select $1, id, $3, $4, $5, $6, $7, $8, generation, foyer_now() + make_interval(secs => $9), $11 from held returning 1 as one`;

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
  const { relayed = false } = wanted;
  const stored = await sql.query(`${HELD}${relayed ? '' : CLEAR} ${INSERT}`, [
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
    ...(!relayed ? [ownCounters(context, [wanted.name])] : []),
  ]);
  if (stored.length === 0) throw refuse(wanted.past);
  return rsAuthToken;
}
