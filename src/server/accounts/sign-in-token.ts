/** The single-use token that a sign-in gives and the next call redeems, for ways in that need no password. */
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, Sql } from '../types.ts';
import { identifierDigest } from './identifiers.ts';
import { newSecret, sha256 } from './secrets.ts';
import { TOKEN_SECONDS } from './sign-in.ts';

export interface NewSignIn {
  readonly accountId: string;
  /** The name it is redeemed with, as `readLoginName` gives its `key`. */
  readonly name: string;
  readonly loginType: number;
  readonly auto: boolean;
  /** False where the account's owner was not proven anew: wrong passwords stay counted. */
  readonly clearsFailures?: boolean;
}

const INSERT = `insert into sign_in_token (token_hash, account_id, zone, line, flow_digest, name_digest, login_type, auto, expires_at)
     values ($1, $2::uuid, $3, $4, $5, $6, $7, $8, foyer_now() + make_interval(secs => $9))`;
const CLEAR = `with cleared as (update sign_in_counter set failures = 0 where key = 'account:' || $2::uuid and locked_at is null)`;

/** Stores the sign-in token in the caller's transaction, as a right password does. */
export async function storeSignInToken(sql: Sql, context: CallContext, wanted: NewSignIn): Promise<string> {
  const rsAuthToken = newSecret();
  await sql.query(wanted.clearsFailures === false ? INSERT : `${CLEAR} ${INSERT}`, [
    sha256(rsAuthToken),
    wanted.accountId,
    context.zone,
    context.line.name,
    flowOf(context),
    identifierDigest(context.keys, context.zone, wanted.name),
    wanted.loginType,
    wanted.auto,
    TOKEN_SECONDS,
  ]);
  return rsAuthToken;
}
