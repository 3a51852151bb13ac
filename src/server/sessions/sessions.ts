/** Sessions: opening, finding, listing and ending them. The cookie holds 256 random bits; the database their digest. */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { type AccountWithMaster, WITH_MASTER } from '../accounts/store/account.ts';
import { placeLabel } from '../http/address.ts';
import type { CallContext, Session, Sql, Zone } from '../types.ts';
import { deviceFor, deviceOf } from './devices.ts';
import { endFlow, renewFlow } from './flow.ts';
import { deviceLabel } from './user-agent.ts';

const SHAPE = /^[0-9A-Za-z_-]{43}$/;

/** How long a session of this line lives, in seconds: with and without automatic sign-in. */
export function sessionSeconds(context: CallContext): { auto: number; plain: number } {
  const { autoSignInDays, sessionHours } = context.line.line.limits;
  return { auto: autoSignInDays * 86400, plain: sessionHours * 3600 };
}

/** A session about to be stored: its digests and labels, and `begin()` to set the cookies once it is. */
export interface NewSession {
  readonly tokenHash: string;
  /** Digest of the cookie of the session that this one takes the place of, if there is one. */
  readonly ends: string | undefined;
  readonly deviceDigest: string;
  readonly device: string;
  readonly place: string | undefined;
  begin(auto: boolean): void;
}

/** Digest of the session cookie that this browser sent. */
function heldDigest(context: CallContext): string | undefined {
  const held = context.cookies.get('session');
  return held && SHAPE.test(held) ? sha256(held) : undefined;
}

export function newSession(context: CallContext): NewSession {
  const token = newSecret();
  const device = deviceFor(context);
  return {
    tokenHash: sha256(token),
    ends: heldDigest(context),
    deviceDigest: device.digest,
    device: deviceLabel(context.headers['user-agent']),
    place: placeLabel(context.address),
    begin(auto) {
      // Without automatic sign-in the cookie goes with the browser; with it both end at the same moment.
      context.cookies.set('session', token, auto ? { maxAgeSeconds: sessionSeconds(context).auto } : {});
      device.remember();
      renewFlow(context);
    },
  };
}

/** Takes this browser's session from it, and all that its tabs were in the middle of. */
export function leaveSession(context: CallContext): void {
  context.cookies.clear('session');
  endFlow(context);
}

/**
 * Stores a session and its device in the caller's transaction (where no sign-in token is redeemed, as after registration), and
 * ends the one that this browser had. Nobody is told of a browser that registered the account.
 */
export async function storeSession(
  sql: Sql,
  context: CallContext,
  session: NewSession,
  accountId: string,
  { loginType, provider }: { readonly loginType: number; readonly provider?: string },
): Promise<void> {
  await sql.query(
    `with ended as (delete from user_session where token_hash = $10 and zone = $3),
     entered as (update account set entered = true where id = $2),
     opened as (
       insert into user_session (token_hash, account_id, zone, line, login_type, auto, device, place, expires_at, provider)
       values ($1, $2, $3, $4, $5, false, $6, $7, foyer_now() + make_interval(secs => $8), $11))
     insert into device (digest, account_id, zone) values ($9, $2, $3)
     on conflict on constraint device_pkey do update set seen_at = foyer_now(), proven = true`,
    [
      session.tokenHash,
      accountId,
      context.zone,
      context.line.name,
      loginType,
      session.device,
      session.place,
      sessionSeconds(context).plain,
      session.deviceDigest,
      session.ends ?? null,
      provider ?? null,
    ],
  );
}

/**
 * Gives the session of this browser another cookie once its owner proved the password, in the caller's transaction. The last thing
 * that a transaction does: the browser must not be told of a cookie that a refusal takes back.
 */
export async function renewSession(sql: Sql, context: CallContext, session: Pick<Session, 'id'>): Promise<void> {
  const token = newSecret();
  const [renewed] = await sql.query<{ auto: boolean; seconds: number }>(
    `with renewed as (
       update user_session set token_hash = $2, confirmed_at = foyer_now() where id = $1
       returning account_id, auto, ceil(extract(epoch from expires_at - foyer_now()))::integer as seconds),
     known as (
       update device d set seen_at = foyer_now(), proven = true from renewed r
        where d.account_id = r.account_id and d.digest = $3)
     select auto, seconds from renewed`,
    [session.id, sha256(token), deviceOf(context) ?? null],
  );
  if (renewed) context.cookies.set('session', token, renewed.auto ? { maxAgeSeconds: renewed.seconds } : {});
}

/** What must hold of a session's account `a` and of its master `m`, whose fate a sub account shares. */
const IS_OPEN = `a.status = 'active' and (a.master_id is null or m.status = 'active')`;

/** Whether a row that names the session it hangs on, if any, still has it. */
export const isOfLiveSession = (row: string): string =>
  `(${row}.session_id is null or exists (select from user_session o where o.id = ${row}.session_id and o.expires_at > foyer_now()))`;

/** The live session of a cookie's value in a zone, checked against the database; undefined when there is none. */
export async function findSession(sql: Sql, token: string | undefined, zone: Zone): Promise<Session | undefined> {
  if (!token || !SHAPE.test(token)) return undefined;
  const [row] = await sql.query<{ id: string; account_id: string; user_key: string; line: string; zone: Zone }>(
    `select s.id, s.account_id, a.user_key, s.line, s.zone
       from user_session s join account a on a.id = s.account_id left join account m on m.id = a.master_id
      where s.token_hash = $1 and s.zone = $2 and s.expires_at > foyer_now() and ${IS_OPEN}`,
    [sha256(token), zone],
  );
  return row && { id: row.id, accountId: row.account_id, userKey: row.user_key, line: row.line, zone: row.zone };
}

/** Whether a session is still one that its account may have. */
export async function isOpen(sql: Sql, id: string): Promise<boolean> {
  const open = await sql.query(
    `select 1 as one from user_session s join account a on a.id = s.account_id left join account m on m.id = a.master_id
      where s.id = $1 and ${IS_OPEN}`,
    [id],
  );
  return open.length > 0;
}

/** The account of a session, with what of the session belongs to it. */
export interface SessionAccount extends AccountWithMaster {
  readonly has_password: boolean;
  readonly since: Date;
  /** Whether its owner signed in, or proved the password, within so many minutes. */
  readonly is_fresh: boolean;
}

export async function accountOfSession(
  sql: Sql,
  { id, freshMinutes }: { readonly id: string; readonly freshMinutes: number },
): Promise<SessionAccount | undefined> {
  const [account] = await sql.query<SessionAccount>(
    `select ${WITH_MASTER}, exists (select 1 from credential c where c.account_id = a.id) as has_password, s.created_at as since,
        coalesce(s.confirmed_at, s.created_at) > foyer_now() - make_interval(mins => $2)
          and (s.confirmed_at is not null or not s.relayed) as is_fresh
       from user_session s join account a on a.id = s.account_id left join account m on m.id = a.master_id where s.id = $1`,
    [id, freshMinutes],
  );
  return account;
}

/** Ends the sessions that came in by a provider, those that they let in with them, all but one. */
export async function endSessionsBy(
  sql: Sql,
  { accountId, provider, keep }: { readonly accountId: string; readonly provider: string; readonly keep: string },
): Promise<void> {
  await sql.query('delete from user_session where account_id = $1 and provider = $2 and id <> $3', [
    accountId,
    provider,
    keep,
  ]);
}

/**
 * Ends every session of an account but one, and whatever could still become one: tokens not redeemed, codes scanned.
 * @returns how many sessions ended.
 */
export async function endEverySession(sql: Sql, accountId: string, keep: string | undefined): Promise<number> {
  await sql.query('delete from sign_in_token where account_id = $1', [accountId]);
  await sql.query('delete from qr_ticket where account_id = $1 and redeemed_at is null', [accountId]);
  const ended = await sql.query(
    'delete from user_session where account_id = $1 and id is distinct from $2 returning id',
    [accountId, keep ?? null],
  );
  return ended.length;
}
