/**
 * Signing in by a phone that is signed in already. The picture on the other screen holds a public id; what that screen
 * asks with is a secret of its own, bound to its browser. One phone scans, that phone decides, by a button; what it
 * decides has one effect, and the database's clock says until when. (RFC 10027)
 */

import { randomBytes, randomInt } from 'node:crypto';
import { languageQuery } from '../../engine/pick-language.ts';
import { MASTER } from '../accounts/kinds.ts';
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { lockAccount } from '../accounts/store/find.ts';
import { placeLabel } from '../http/address.ts';
import { flowOf, flowsOf } from '../sessions/flow.ts';
import { isOfLiveSession } from '../sessions/sessions.ts';
import { deviceLabel } from '../sessions/user-agent.ts';
import type { CallContext, Failure, Sql } from '../types.ts';

export const EXPIRED = { code: 'QrCode.Expired' } as const;
const SCANNED = { code: 'QrCode.Scanned' } as const;
/** It is too late to take back what was confirmed. */
export const REDEEMED = { code: 'QrCode.Redeemed' } as const;
type TicketFault = Failure<(typeof EXPIRED | typeof SCANNED)['code']>;
/** A sub account has two ways in, and no scan of ours is one of them. */
export const MASTERS_ONLY = { code: 'Account.Son.Prohibit.Login' } as const;

/** Seconds that a confirmed ticket waits for the screen that shows it to notice. */
const REDEEM_SECONDS = 60;

export type TicketState = 'waiting' | 'scanned' | 'confirmed' | 'cancelled' | 'expired';

/** Wire value of a state. */
export function stateValue(context: CallContext, state: TicketState): unknown {
  return context.line.enums.qrState?.[state];
}

export interface NewTicket {
  /** Address that the picture holds. */
  readonly qr: string;
  readonly secret: string;
  /** Two digits that stand on both screens. */
  readonly match: string;
}

/**
 * Origin of the page that shows the code. Where the API has an origin of its own it is the one that sent the request, which
 * was found among the allowed ones before any call is answered.
 */
function pageOrigin({ headers, origin }: CallContext): string {
  const { origin: given, host } = headers;
  return given !== undefined && URL.canParse(given) && new URL(given).host !== host ? given : origin;
}

/** Makes a ticket for this browser. */
export async function makeTicket(sql: Sql, context: CallContext, path: string): Promise<NewTicket> {
  const id = randomBytes(16).toString('base64url');
  const secret = newSecret();
  const match = String(randomInt(10, 100));
  const { headers, address, country, zone, line } = context;
  await sql.query(
    `insert into qr_ticket (id_hash, secret_hash, zone, line, flow_digest, match, device, place, country, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, foyer_now() + make_interval(secs => $10))`,
    [
      sha256(id),
      sha256(secret),
      zone,
      line.name,
      flowOf(context),
      match,
      deviceLabel(headers['user-agent']),
      placeLabel(address) ?? null,
      country ?? null,
      line.line.limits.qrSeconds,
    ],
  );
  const { languages } = context.line.line;
  // The phone's own choice stands, unless this browser's is another one than the line's.
  const lang = context.language === languages.default ? '' : `&lang=${languageQuery(context.language, languages)}`;
  return { qr: `${new URL(path, pageOrigin(context)).href}?ticket=${id}${lang}`, secret, match };
}

/** Whether a confirmed ticket `t` still lets somebody in: a while, and as long as the session that confirmed it could itself. */
const IS_GOOD = `(t.settled_at > foyer_now() - make_interval(secs => $5) and ${isOfLiveSession('t')})`;

/** How it stands with the ticket of a secret, for the browser that made it; expired when there is none. */
export async function watchTicket(sql: Sql, context: CallContext, secret: string): Promise<TicketState> {
  const [row] = await sql.query<{ state: TicketState }>(
    `select case when t.state in ('waiting', 'scanned') and t.expires_at <= foyer_now() then 'expired'
        when t.state = 'confirmed' and (t.redeemed_at is not null or a.generation <> t.generation or not ${IS_GOOD}) then 'expired'
        else t.state end as state
       from qr_ticket t left join account a on a.id = t.account_id
      where t.secret_hash = $1 and t.flow_digest = any($2) and t.zone = $3 and t.line = $4`,
    [sha256(secret), flowsOf(context), context.zone, context.line.name, REDEEM_SECONDS],
  );
  return row?.state ?? 'expired';
}

export interface ScannedTicket {
  readonly state: Exclude<TicketState, 'waiting'>;
  readonly line: string;
  readonly match: string;
  readonly device: string;
  readonly place: string | null;
  readonly country: string | null;
  readonly account_id: string | null;
  /** The other screen was let in. */
  readonly redeemed: boolean;
}

/** Scans a ticket: the first phone owns it from then on, again and again; any other is told so. */
export async function scanTicket(
  sql: Sql,
  context: CallContext,
  id: string,
): Promise<{ readonly ticket: ScannedTicket; readonly isFirst: boolean } | TicketFault> {
  const flow = flowOf(context);
  const values = [sha256(id), context.zone, flow];
  const first = await sql.query(
    `update qr_ticket set state = 'scanned', scanned_by = $3
      where id_hash = $1 and zone = $2 and state = 'waiting' and expires_at > foyer_now() returning 1`,
    values,
  );
  const ticket = await ownTicket(sql, context, id);
  return 'code' in ticket ? ticket : { ticket, isFirst: first.length === 1 };
}

/** The ticket that this phone scanned. */
export async function ownTicket(sql: Sql, context: CallContext, id: string): Promise<ScannedTicket | TicketFault> {
  const [row] = await sql.query<ScannedTicket & { readonly mine: boolean | null }>(
    `select case when state in ('waiting', 'scanned') and expires_at <= foyer_now() then 'expired' else state end as state,
        line, match, device, place, country, account_id, redeemed_at is not null as redeemed, scanned_by = any($3) as mine
       from qr_ticket where id_hash = $1 and zone = $2`,
    [sha256(id), context.zone, flowsOf(context)],
  );
  if (!row || row.mine === null) return EXPIRED;
  if (!row.mine) return SCANNED;
  return row.state === 'expired' ? EXPIRED : row;
}

/** Confirms a ticket that this phone scanned, for the account of its session; false when it is no longer to be decided. */
export async function confirmTicket(
  sql: Sql,
  context: CallContext,
  id: string,
  session: { readonly id: string; readonly accountId: string },
): Promise<boolean> {
  // The account first: its session may be about to end.
  await lockAccount(sql, { id: session.accountId }, 'for share');
  const done = await sql.query(
    `update qr_ticket t set state = 'confirmed', account_id = s.account_id, session_id = s.id, login_type = s.login_type,
        generation = a.generation, settled_at = foyer_now()
       from user_session s join account a on a.id = s.account_id
      where t.id_hash = $1 and t.zone = $2 and t.scanned_by = any($3) and t.state = 'scanned' and t.expires_at > foyer_now()
        and s.id = $4 and s.account_id = $5 returning 1`,
    [sha256(id), context.zone, flowsOf(context), session.id, session.accountId],
  );
  return done.length === 1;
}

/** Refuses a ticket that this phone scanned, or takes back that it confirmed it; false when it is no longer to be decided. */
export async function cancelTicket(sql: Sql, context: CallContext, id: string): Promise<boolean> {
  const done = await sql.query(
    `update qr_ticket
        set state = 'cancelled', account_id = null, session_id = null, login_type = null, generation = null, settled_at = foyer_now()
      where id_hash = $1 and zone = $2 and scanned_by = any($3)
        and (state = 'scanned' and expires_at > foyer_now() or state = 'confirmed' and redeemed_at is null) returning 1`,
    [sha256(id), context.zone, flowsOf(context)],
  );
  return done.length === 1;
}

export interface Redeemed {
  readonly id: string;
  readonly username: string;
  readonly login_type: number;
  /** The account's when it was confirmed. */
  readonly generation: number;
  /** The session that confirmed it; null where an older instance wrote it down. */
  readonly session_id: string | null;
  /** By which that one came in. */
  readonly provider: string | null;
}

/** Takes what a confirmed ticket is good for, once, for the browser that made it: the sign-in of a master. */
export async function redeemTicket(sql: Sql, context: CallContext, secret: string): Promise<Redeemed | undefined> {
  const [row] = await sql.query<Redeemed>(
    `with taken as (
       update qr_ticket t set redeemed_at = foyer_now()
        where secret_hash = $1 and flow_digest = any($2) and zone = $3 and line = $4 and state = 'confirmed' and redeemed_at is null
          and ${IS_GOOD}
        returning account_id, login_type, generation, session_id)
     select a.id, a.username, t.login_type, t.generation, t.session_id, s.provider
       from taken t join account a on a.id = t.account_id left join user_session s on s.id = t.session_id where a.kind = ${MASTER}`,
    [sha256(secret), flowsOf(context), context.zone, context.line.name, REDEEM_SECONDS],
  );
  return row;
}
