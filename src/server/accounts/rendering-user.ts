/** The rendering user that belongs to an account: made with it, registered by a token that is good once. */
import { flowOf, flowsOf } from '../sessions/flow.ts';
import type { CallContext, Sql } from '../types.ts';
import { newSecret, sha256 } from './secrets.ts';

/** How long a registration may be followed by the rendering user's, seconds. */
const TOKEN_SECONDS = 600;

/**
 * Makes the rendering user in the registration's transaction, with the token that the browser redeems next.
 * @param asked whether the page after registration leads to the choice of software, so that sign-in need not.
 */
export async function newRenderingUser(
  sql: Sql,
  context: CallContext,
  accountId: string,
  asked: boolean,
): Promise<string> {
  const token = newSecret();
  await sql.query(
    `with made as (
       insert into rendering_user (account_id, zone, line, platform, asked_at)
       values ($1, $2, $3, $4, case when $5 then foyer_now() end))
     insert into registration_token (token_hash, account_id, zone, line, flow_digest, expires_at)
     values ($6, $1, $2, $3, $7, foyer_now() + make_interval(secs => $8))`,
    [
      accountId,
      context.zone,
      context.line.name,
      context.line.line.platform,
      asked,
      sha256(token),
      flowOf(context),
      TOKEN_SECONDS,
    ],
  );
  return token;
}

export interface RegisteredUser {
  readonly id: string;
  readonly userKey: string;
}

/** Redeems the token once, by the browser it was given to; undefined when it is not good, or the name is another's. */
export async function redeemRegistration(
  sql: Sql,
  context: CallContext,
  token: string,
  usernameKey: string,
): Promise<RegisteredUser | undefined> {
  const [user] = await sql.query<{ id: string; user_key: string }>(
    `with spent as (
       update registration_token t set used_at = foyer_now() from account a
        where t.token_hash = $1 and t.used_at is null and t.expires_at > foyer_now() and t.zone = $2 and t.line = $3
          and t.flow_digest = any($4) and a.id = t.account_id and a.username_key = $5 and a.status in ('active', 'unactivated')
       returning a.id, a.user_key),
     registered as (
       update rendering_user u set registered_at = foyer_now() from spent where u.account_id = spent.id returning u.account_id)
     select spent.id, spent.user_key from spent join registered on registered.account_id = spent.id`,
    [sha256(token), context.zone, context.line.name, flowsOf(context), usernameKey],
  );
  return user && { id: user.id, userKey: user.user_key };
}

/** Makes sure that an account has its rendering user. */
export async function ensureRenderingUser(sql: Sql, context: CallContext, accountId: string): Promise<void> {
  await sql.query(
    `insert into rendering_user (account_id, zone, line, platform, asked_at) values ($1, $2, $3, $4, foyer_now())
     on conflict (account_id) do nothing`,
    [accountId, context.zone, context.line.name, context.line.line.platform],
  );
}

/** Whether signing in on this line leads to the choice of software. Where registration opens a session, the page after it has asked already. */
export function asksForSoftware(context: CallContext): boolean {
  const { softwareSelection, emailRegistration } = context.line.line.offers;
  return Boolean(softwareSelection && emailRegistration);
}

/** Whether this sign-in is the one that leads to the choice of software: the first of a user who was not asked yet. */
export async function leadsToSoftware(sql: Sql, context: CallContext, accountId: string): Promise<boolean> {
  if (!asksForSoftware(context)) return false;
  const asked = await sql.query(
    'update rendering_user set asked_at = foyer_now() where account_id = $1 and asked_at is null returning account_id',
    [accountId],
  );
  return asked.length === 1;
}
