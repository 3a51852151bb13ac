/** What every way to a new password shares: the rules it must pass, and what follows once it is stored. */
import type { ErrorCode } from '../../generated/calls.ts';
import { OverloadedError } from '../limits/hashing.ts';
import { deviceOf } from '../sessions/devices.ts';
import { renewSession } from '../sessions/sessions.ts';
import type { Answer, CallContext, Failure, Session, Sql } from '../types.ts';
import { ownCounters } from './askers.ts';
import { isTooCommon } from './common-passwords.ts';
import { type Credential, isPassword, makeCredential } from './credentials.ts';
import { fold } from './identifiers.ts';
import { SUB } from './kinds.ts';
import { provenPhone, tell } from './owner.ts';
import { spendRecovery } from './recovery.ts';
import { orRefused, type Refuse } from './refused.ts';
import type { Account, StoredCredential } from './store/account.ts';
import { advanceGeneration } from './store/change.ts';
import { storeCredential } from './store/credential.ts';

/** Whose password is set, as it was read before. */
export type PasswordOwner = Pick<
  Account,
  'id' | 'kind' | 'username' | 'email' | 'phone' | 'phone_verified' | 'generation'
>;

export type PasswordCode = 'Password.Too.Common' | 'Password.Same.As.Last';

/** The new password ready to store, or why it is refused: too common, or the one before. Rejects when the queue is full. */
export async function newCredential(
  context: CallContext,
  stored: StoredCredential,
  password: string,
): Promise<Credential | Failure<PasswordCode>> {
  if (isTooCommon(password, context.line.line)) return { code: 'Password.Too.Common' };
  const old = stored.hash && stored.pepper_key ? { hash: stored.hash, pepperKey: stored.pepper_key } : undefined;
  if (old && (await isPassword(context.keys, old, password))) return { code: 'Password.Same.As.Last' };
  return makeCredential(context.keys, context.line.line, password);
}

/**
 * Takes the account for a new password, first of all in the caller's transaction: from here on nothing that was begun by the
 * old one comes to an end. Refuses with `past` when the account changed since it was read: another new password was first.
 */
export async function takeForNewPassword<Past extends ErrorCode>(
  sql: Sql,
  owner: Pick<PasswordOwner, 'id' | 'generation'>,
  past: Past,
  refuse: Refuse<Past>,
): Promise<void> {
  if (!(await advanceGeneration(sql, owner))) throw refuse(past);
}

/**
 * Stores a new password for an account that was taken for it. Ends what the old one opened (sessions but the present one,
 * known browsers but this one, waiting tokens, codes and links that would set another, counters) and tells the owner.
 * @param present this browser's session, where it is the account's own; it gets another cookie. `'other'`: this browser is
 *   not the account's at all.
 */
export async function storeNewPassword(
  sql: Sql,
  context: CallContext,
  owner: PasswordOwner,
  credential: Credential,
  present: Pick<Session, 'id'> | 'other' | undefined,
): Promise<void> {
  const session = present === 'other' ? undefined : present;
  const phone = provenPhone(owner);
  await storeCredential(sql, { accountId: owner.id, zone: context.zone, credential });
  await sql.query('delete from sign_in_counter where account_id = $1', [owner.id]);
  if (present !== 'other') {
    // Whoever set the password is let try it, whatever they typed before.
    const names = [fold(owner.username), owner.email && fold(owner.email), phone];
    await sql.query('delete from sign_in_counter where key = any($1)', [ownCounters(context, names)]);
  }
  await sql.query('delete from sign_in_token where account_id = $1', [owner.id]);
  await sql.query('delete from user_session where account_id = $1 and id is distinct from $2', [
    owner.id,
    session?.id ?? null,
  ]);
  await sql.query('delete from device where account_id = $1 and digest is distinct from $2', [
    owner.id,
    present === 'other' ? null : (deviceOf(context) ?? null),
  ]);
  await spendRecovery(sql, owner.id);
  const to = owner.email ? { email: owner.email } : { phone };
  const params = { username: owner.username };
  const notice =
    owner.kind === SUB
      ? { template: 'sub-account-password-changed', params }
      : { template: 'password-changed', params };
  await tell(sql, context, to, notice);
  if (session) await renewSession(sql, context, session);
}

/** Gives what `work` answers; a refusal as its answer, a full queue as "try again later". */
export async function orLimited<Code extends ErrorCode>(
  work: (refuse: Refuse<Code>) => Promise<Answer<Code>>,
): Promise<Answer<Code | 'Common.RequestLimitExceeded'>> {
  try {
    return await orRefused(work);
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
}
