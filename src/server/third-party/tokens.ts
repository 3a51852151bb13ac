/** Proven identities that may not sign in yet (results 2 to 4): a token each, single use, for the browser that proved it. */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { Identity } from '../ports/identity.ts';
import { flowOf, flowsOf } from '../sessions/flow.ts';
import type { CallContext, KeyRing, Sql } from '../types.ts';

const MINUTES = 15;

export type PendingResult = 2 | 3 | 4;

export interface Pending {
  readonly provider: string;
  readonly result: PendingResult;
  /** The account of results 2 and 4. */
  readonly accountId: string | undefined;
  /** What that account could be signed in by when the token was given. */
  readonly generation?: number;
  readonly identity: Identity;
  readonly auto: boolean;
}

/** Stores a token in the caller's transaction and gives it. */
export async function newThirdToken(sql: Sql, context: CallContext, pending: Pending): Promise<string> {
  const token = newSecret();
  await sql.query(
    `insert into third_token (token_hash, zone, line, flow_digest, provider, result, account_id, sealed, auto, generation, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, foyer_now() + make_interval(mins => $11))`,
    [
      sha256(token),
      context.zone,
      context.line.name,
      flowOf(context),
      pending.provider,
      pending.result,
      pending.accountId ?? null,
      context.keys.seal('cookie', JSON.stringify(pending.identity)),
      pending.auto,
      pending.generation ?? null,
      MINUTES,
    ],
  );
  return token;
}

interface Row {
  readonly provider: string;
  readonly result: PendingResult;
  readonly account_id: string | null;
  readonly sealed: string;
  readonly auto: boolean;
  readonly generation: number | null;
}

const GOOD = `token_hash = $1 and zone = $2 and line = $3 and flow_digest = any($4) and result = any($5)
  and used_at is null and expires_at > foyer_now()`;

const goodValues = (context: CallContext, token: string, results: readonly PendingResult[]): readonly unknown[] => [
  sha256(token),
  context.zone,
  context.line.name,
  flowsOf(context),
  results,
];

function read(keys: KeyRing, row: Row | undefined): Pending | undefined {
  const text = row && keys.open('cookie', row.sealed);
  if (!row || text === undefined) return undefined;
  const { provider, result, account_id: accountId, auto, generation } = row;
  return {
    provider,
    result,
    accountId: accountId ?? undefined,
    identity: JSON.parse(text),
    auto,
    ...(generation === null ? {} : { generation }),
  };
}

/** What stands behind a token of one of these results; undefined when it is not good for this browser and line. */
export async function findThirdToken(
  context: CallContext,
  token: string,
  results: readonly PendingResult[],
): Promise<Pending | undefined> {
  const [row] = await context.db.query<Row>(
    `select provider, result, account_id, sealed, auto, generation from third_token where ${GOOD}`,
    goodValues(context, token, results),
  );
  return read(context.keys, row);
}

/** Uses a token up in the caller's transaction; false when another request was first. */
export async function spendThirdToken(
  sql: Sql,
  context: CallContext,
  token: string,
  results: readonly PendingResult[],
): Promise<boolean> {
  const spent = await sql.query(
    `update third_token set used_at = foyer_now(), sealed = '' where ${GOOD} returning token_hash`,
    goodValues(context, token, results),
  );
  return spent.length > 0;
}
