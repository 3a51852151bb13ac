/**
 * Sign-ins under way at a provider: one row for each, found by the digest of its state, bound to the browser, line,
 * provider, way and purpose it was begun with. What comes back is kept, and judged by the call alone that ends it.
 */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { CALLBACK_PATH } from '../http/cookies.ts';
import type { Enterprise, Expected, Returned, Way } from '../ports/identity.ts';
import { flowOf, flowsOf } from '../sessions/flow.ts';
import type { CallContext, KeyRing, Sql, Zone } from '../types.ts';
import { type EnterpriseRow, readEnterprise } from './enterprises.ts';

export type PurposeOfState = 'sign-in' | 'bind';

const MINUTES = 10;
/** How long the page inside a frame has to hand its receipt over, and the page around it to redeem it. */
const RECEIPT_SECONDS = 60;
/** What a state looks like; anything else was never given out. */
export const STATE_SHAPE = /^[0-9A-Za-z_-]{43}$/;

export interface NewState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** The one address that a provider sends visitors of this host back to. */
export function redirectUriOf({ origin }: Pick<CallContext, 'origin'>, provider: string): string {
  return new URL(`${CALLBACK_PATH}/${provider}`, origin).href;
}

export function newState(context: CallContext, provider: string): NewState {
  return {
    state: newSecret(),
    nonce: newSecret(),
    codeVerifier: newSecret(),
    redirectUri: redirectUriOf(context, provider),
  };
}

export async function storeState(
  context: CallContext,
  made: NewState,
  facts: {
    readonly provider: string;
    readonly way: Way;
    readonly purpose: PurposeOfState;
    /** Who links, and over which session. */
    readonly owner?: { readonly id: string; readonly sessionId: string } | undefined;
    readonly enterpriseId?: string;
  },
): Promise<void> {
  const { nonce, codeVerifier } = made;
  await context.db.query(
    `insert into third_state (state_digest, zone, line, provider, way, purpose, flow_digest, account_id, enterprise_id, redirect_uri,
        sealed, expires_at, session_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, foyer_now() + make_interval(mins => $12), $13)`,
    [
      sha256(made.state),
      context.zone,
      context.line.name,
      facts.provider,
      facts.way,
      facts.purpose,
      flowOf(context),
      facts.owner?.id ?? null,
      facts.enterpriseId ?? null,
      made.redirectUri,
      context.keys.seal('cookie', JSON.stringify({ nonce, codeVerifier })),
      MINUTES,
      facts.owner?.sessionId ?? null,
    ],
  );
}

/** Where a callback came in, and with which state. */
export interface CallbackOf {
  readonly zone: Zone;
  readonly line: string;
  readonly provider: string;
  readonly state: string;
}

const PLACE = 'state_digest = $1 and zone = $2 and line = $3 and provider = $4';
const OPEN = `${PLACE} and returned is null and not refused and used_at is null and expires_at > foyer_now()`;

const placeValues = ({ state, zone, line, provider }: CallbackOf): readonly unknown[] => [
  sha256(state),
  zone,
  line,
  provider,
];

/** A state that was begun here, for as long as its row is kept. */
export interface KnownState {
  /** Digest of the flow of the browser that began it. */
  readonly flow: string;
  /** Whether it links something to the account of a session, and is good for that one alone. */
  readonly isOwned: boolean;
  readonly way: Way;
  /** What a credential made for it holds. */
  readonly nonce: string;
  /** Whether something may still come back for it. */
  readonly isOpen: boolean;
}

/** Undefined when nobody began it here, or its keys are gone. */
export async function findState(sql: Sql, keys: KeyRing, at: CallbackOf): Promise<KnownState | undefined> {
  const [row] = await sql.query<{
    flow_digest: string;
    is_owned: boolean;
    way: Way;
    sealed: string;
    is_open: boolean;
  }>(
    `select flow_digest, account_id is not null as is_owned, way, sealed, returned is null and not refused and used_at is null and expires_at > foyer_now() as is_open
       from third_state where ${PLACE}`,
    placeValues(at),
  );
  if (!row) return undefined;
  const { flow_digest: flow, is_owned: isOwned, way, is_open: isOpen } = row;
  const kept = isOpen ? opened(keys, row.sealed) : {};
  return kept && { flow, isOwned, way, nonce: kept.nonce ?? '', isOpen };
}

/** Keeps what came back, encrypted, for the call that ends the sign-in. The first one stays. */
export async function keepReturned(sql: Sql, keys: KeyRing, at: CallbackOf, returned: Returned): Promise<void> {
  await sql.query(`update third_state set returned = $5 where ${OPEN} and way <> 'frame'`, [
    ...placeValues(at),
    keys.seal('cookie', JSON.stringify(returned)),
  ]);
}

/**
 * Keeps what came back into a frame and gives the receipt for it. Whoever comes back there cannot be told from the owner, so each
 * gets a receipt, and none takes another's place.
 */
export async function keepForReceipt(sql: Sql, keys: KeyRing, at: CallbackOf, returned: Returned): Promise<string> {
  const receipt = newSecret();
  await sql.query(
    `insert into third_receipt (receipt_digest, state_digest, returned, expires_at)
     select $5, state_digest, $6, foyer_now() + make_interval(secs => $7) from third_state where ${OPEN} and way = 'frame'`,
    [...placeValues(at), sha256(receipt), keys.seal('cookie', JSON.stringify(returned)), RECEIPT_SECONDS],
  );
  return receipt;
}

/** The visitor said no, in the browser that began: the state is good for nothing more. */
export async function keepRefusal(sql: Sql, at: CallbackOf): Promise<void> {
  await sql.query(`update third_state set refused = true where ${OPEN} and way <> 'frame'`, placeValues(at));
}

export interface TakenState {
  readonly purpose: PurposeOfState;
  /** Whose account it is to be linked to; of no session where an older instance began it. */
  readonly owner: { readonly id: string; readonly sessionId: string | undefined } | undefined;
  readonly enterprise: (Enterprise & { readonly id: string; readonly masterId: string }) | undefined;
  readonly returned: Returned;
  readonly expected: Expected;
}

interface Row extends Partial<EnterpriseRow> {
  readonly purpose: PurposeOfState;
  readonly account_id: string | null;
  readonly session_id: string | null;
  readonly redirect_uri: string;
  readonly sealed: string;
  readonly returned: string | null;
}

/** What the page itself brings to a sign-in begun for a frame. */
export interface Brought {
  /** What a provider's widget gave to it; nothing need have come back then. */
  readonly widget?: Returned | undefined;
  /** The receipt for what came back into its frame. */
  readonly receipt?: string | undefined;
}

/**
 * Uses a state up, for the browser, line and provider that it was made for, and gives what it holds. Of a former flow only what
 * a session owns: anybody may have begun a sign-in and sent its address. Undefined when it is
 * not good: unknown, used, late, refused, somebody else's, or nothing has come back for it yet. One begun for a frame takes
 * nothing but what `brought` names, and no other takes that.
 */
export async function takeState(
  context: CallContext,
  provider: string,
  state: string,
  { widget, receipt }: Brought,
): Promise<TakenState | undefined> {
  if (!STATE_SHAPE.test(state)) return undefined;
  const [row] = await context.db.query<Row>(
    `with old as (
       select * from third_state
        where state_digest = $1 and zone = $2 and line = $3 and provider = $4
          and (flow_digest = $5 or account_id is not null and flow_digest = any($8))
          and not refused and used_at is null and expires_at > foyer_now() for update),
     receipt as (
       select r.returned from third_receipt r
        where r.receipt_digest = $7 and r.state_digest = $1 and r.expires_at > foyer_now()),
     taken as (
       update third_state t set used_at = foyer_now(), sealed = '', returned = null from old
        where t.state_digest = old.state_digest
          and case when $6::boolean then old.way = 'frame'
                   when old.way = 'frame' then exists (select from receipt)
                   else old.returned is not null end
       returning t.purpose, t.account_id, t.session_id, t.redirect_uri, t.enterprise_id, old.sealed,
         coalesce(old.returned, (select returned from receipt)) as returned),
     spent as (delete from third_receipt where state_digest = $1 and exists (select from taken))
     select taken.*, e.id, e.corp_id, e.client_id, e.sealed_secret, e.master_id
       from taken left join dingtalk_enterprise e on e.id = taken.enterprise_id`,
    [
      sha256(state),
      context.zone,
      context.line.name,
      provider,
      flowOf(context),
      widget !== undefined,
      receipt === undefined ? null : sha256(receipt),
      flowsOf(context),
    ],
  );
  if (!row) return undefined;
  const kept = opened(context.keys, row.sealed);
  const returned = widget ?? opened(context.keys, row.returned ?? '');
  // Keys that are gone by now: nobody can finish it.
  if (!kept || !returned) return undefined;
  const enterprise = row.id ? readEnterprise(context.keys, row as EnterpriseRow) : undefined;
  return {
    purpose: row.purpose,
    owner: row.account_id === null ? undefined : { id: row.account_id, sessionId: row.session_id ?? undefined },
    enterprise,
    returned,
    expected: {
      nonce: kept.nonce ?? '',
      codeVerifier: kept.codeVerifier ?? '',
      redirectUri: row.redirect_uri,
      ...(enterprise ? { enterprise } : {}),
    },
  };
}

/** Whether this very browser used the state up before: it came back to a page that did its work. */
export async function wasTaken(context: CallContext, provider: string, state: string): Promise<boolean> {
  if (!STATE_SHAPE.test(state)) return false;
  const found = await context.db.query(
    `select 1 as one from third_state
      where state_digest = $1 and zone = $2 and line = $3 and provider = $4 and flow_digest = any($5) and used_at is not null`,
    [sha256(state), context.zone, context.line.name, provider, flowsOf(context)],
  );
  return found.length > 0;
}

function opened(keys: KeyRing, sealed: string): Readonly<Record<string, string>> | undefined {
  const text = keys.open('cookie', sealed);
  return text === undefined ? undefined : JSON.parse(text);
}
