/** What every way to a new password shares: the rules it must pass, and what follows once it is stored. */
import { OverloadedError } from '../limits/hashing.ts';
import type { Answer, CallContext, Failure, Sql } from '../types.ts';
import { isTooCommon } from './common-passwords.ts';
import { type Credential, isPassword, makeCredential } from './credentials.ts';
import { tell } from './owner.ts';
import { orRefused } from './refused.ts';

export interface Stored {
  readonly hash: string | null;
  readonly pepper_key: string | null;
}

/** The new password ready to store, or why it is refused: too common, or the one before. Rejects when the queue is full. */
export async function newCredential(
  context: CallContext,
  stored: Stored,
  password: string,
): Promise<Credential | Failure> {
  if (isTooCommon(password, context.line.line)) return { code: 'Password.Too.Common' };
  const old = stored.hash && stored.pepper_key ? { hash: stored.hash, pepperKey: stored.pepper_key } : undefined;
  if (old && (await isPassword(context.keys, old, password))) return { code: 'Password.Same.As.Last' };
  return makeCredential(context.keys, context.line.line, password);
}

/** Ends what the old password opened (all sessions but `keep`, counters, waiting tokens) and tells the owner. */
export async function afterNewPassword(
  sql: Sql,
  context: CallContext,
  owner: {
    readonly id: string;
    readonly username: string;
    readonly email: string | null;
    readonly phone: string | null;
  },
  keep: string | undefined,
): Promise<void> {
  await sql.query('delete from sign_in_counter where account_id = $1', [owner.id]);
  await sql.query('delete from sign_in_token where account_id = $1', [owner.id]);
  await sql.query('delete from user_session where account_id = $1 and id is distinct from $2', [
    owner.id,
    keep ?? null,
  ]);
  const to = owner.email ? { email: owner.email } : { phone: owner.phone };
  await tell(sql, context, to, { template: 'password-changed', params: { username: owner.username } });
}

/** Gives what `work` answers; a refusal as its answer, a full queue as "try again later". */
export async function orLimited(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await orRefused(work);
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
}
