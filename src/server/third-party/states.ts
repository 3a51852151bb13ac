/**
 * Sign-ins under way at a provider: one row for each, found by the digest of its state, bound to the browser, line,
 * provider, way and purpose it was begun with. What comes back is kept, and judged by the call alone that ends it.
 */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import { CALLBACK_PATH } from '../http/cookies.ts';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, KeyRing, Sql, Zone } from '../types.ts';
import { type EnterpriseRow, readEnterprise } from './enterprises.ts';
import type { Enterprise, Expected, Returned, Way } from './types.ts';

export type PurposeOfState = 'sign-in' | 'bind';

const MINUTES = 10;
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
    readonly accountId?: string;
    readonly enterpriseId?: string;
  },
): Promise<void> {
  const { nonce, codeVerifier } = made;
  await context.db.query(
    `insert into third_state (state_digest, zone, line, provider, way, purpose, flow_digest, account_id, enterprise_id, redirect_uri,
        sealed, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, foyer_now() + make_interval(mins => $12))`,
    [
      sha256(made.state),
      context.zone,
      context.line.name,
      facts.provider,
      facts.way,
      facts.purpose,
      flowOf(context),
      facts.accountId ?? null,
      facts.enterpriseId ?? null,
      made.redirectUri,
      context.keys.seal('cookie', JSON.stringify({ nonce, codeVerifier })),
      MINUTES,
    ],
  );
}

/** Where a callback came in, and with which state. */
export interface CallbackOf {
  readonly zone: Zone;
  readonly line: string;
  readonly provider: string;
  readonly state: string;
  /** A state that is begun for a post is open to nothing else. */
  readonly isPosted: boolean;
}

const OPEN = `state_digest = $1 and zone = $2 and line = $3 and provider = $4
  and ($5 or way <> 'post') and returned is null and not refused and used_at is null and expires_at > foyer_now()`;

const openValues = ({ state, zone, line, provider, isPosted }: CallbackOf): readonly unknown[] => [
  sha256(state),
  zone,
  line,
  provider,
  isPosted,
];

/** A state that something may still come back for. */
export interface OpenState {
  /** The browser's flow that it is bound to. */
  readonly flow: string;
  readonly way: Way;
  /** What a credential made for it holds. */
  readonly nonce: string;
}

/** Undefined when the state is not open, or its keys are gone. */
export async function findOpenState(sql: Sql, keys: KeyRing, at: CallbackOf): Promise<OpenState | undefined> {
  const [row] = await sql.query<{ flow_digest: string; way: Way; sealed: string }>(
    `select flow_digest, way, sealed from third_state where ${OPEN}`,
    openValues(at),
  );
  const kept = row && opened(keys, row.sealed);
  return row && kept ? { flow: row.flow_digest, way: row.way, nonce: kept.nonce ?? '' } : undefined;
}

/** Keeps what came back, encrypted, for the call that ends the sign-in. The first one stays. */
export async function keepReturned(sql: Sql, keys: KeyRing, at: CallbackOf, returned: Returned): Promise<void> {
  await sql.query(`update third_state set returned = $6 where ${OPEN}`, [
    ...openValues(at),
    keys.seal('cookie', JSON.stringify(returned)),
  ]);
}

/** The visitor said no, or nothing came back: the state is good for nothing more. */
export async function keepRefusal(sql: Sql, at: CallbackOf): Promise<void> {
  await sql.query(`update third_state set refused = true where ${OPEN}`, openValues(at));
}

export interface TakenState {
  readonly purpose: PurposeOfState;
  readonly accountId: string | undefined;
  readonly enterprise: (Enterprise & { readonly id: string; readonly masterId: string }) | undefined;
  readonly returned: Returned;
  readonly expected: Expected;
}

interface Row extends Partial<EnterpriseRow> {
  readonly purpose: PurposeOfState;
  readonly account_id: string | null;
  readonly redirect_uri: string;
  readonly sealed: string;
  readonly returned: string | null;
}

/**
 * Uses a state up, for the browser, line and provider that it was made for, and gives what it holds. Undefined when it is
 * not good: unknown, used, late, refused, somebody else's, or nothing has come back for it yet.
 * @param widget what a provider's widget gave to the page itself; only a sign-in begun for a frame takes that, and nothing need
 *   have come back then
 */
export async function takeState(
  context: CallContext,
  provider: string,
  state: string,
  widget: Returned | undefined,
): Promise<TakenState | undefined> {
  if (!STATE_SHAPE.test(state)) return undefined;
  const [row] = await context.db.query<Row>(
    `with taken as (
       update third_state t set used_at = foyer_now(), sealed = '', returned = null
         from (select * from third_state where state_digest = $1 for update) old
        where t.state_digest = old.state_digest and t.zone = $2 and t.line = $3 and t.provider = $4 and t.flow_digest = $5
          and not t.refused and t.used_at is null and t.expires_at > foyer_now() and case when $6::boolean then t.way = 'frame' else old.returned is not null end
       returning t.purpose, t.account_id, t.redirect_uri, t.enterprise_id, old.sealed, old.returned)
     select taken.*, e.id, e.corp_id, e.client_id, e.sealed_secret, e.master_id
       from taken left join dingtalk_enterprise e on e.id = taken.enterprise_id`,
    [sha256(state), context.zone, context.line.name, provider, flowOf(context), widget !== undefined],
  );
  if (!row) return undefined;
  const kept = opened(context.keys, row.sealed);
  const returned = widget ?? opened(context.keys, row.returned ?? '');
  // Keys that are gone by now: nobody can finish it.
  if (!kept || !returned) return undefined;
  const enterprise = row.id ? readEnterprise(context.keys, row as EnterpriseRow) : undefined;
  return {
    purpose: row.purpose,
    accountId: row.account_id ?? undefined,
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

function opened(keys: KeyRing, sealed: string): Readonly<Record<string, string>> | undefined {
  const text = keys.open('cookie', sealed);
  return text === undefined ? undefined : JSON.parse(text);
}
