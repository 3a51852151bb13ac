/** Real-name verification: begun here, gone through at the provider's, asked about when the visitor is back. */
import { randomUUID } from 'node:crypto';
import type { CallContext, RealNameProvider, RealNameVerdict, Sql } from '../types.ts';
import { newSecret, sha256 } from './secrets.ts';

/** Longest wait for the provider, milliseconds. */
const PATIENCE = 8000;

/** Rejects when the provider takes longer than a visitor waits. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('The real-name provider did not answer in time.')), PATIENCE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Query parameter that the visitor comes back with. */
const RETURN = 'verified';

export interface Begun {
  readonly ticket: string;
  readonly url: string;
  /** Digest of what the visitor comes back with. */
  readonly returns: string;
}

/** Asks the provider for a verification; undefined when it cannot be reached. */
export async function beginRealName(context: CallContext, provider: RealNameProvider): Promise<Begun | undefined> {
  const ticket = randomUUID();
  const secret = newSecret();
  const returnTo = new URL(context.line.line.redirects.homeUrl, context.origin);
  returnTo.searchParams.set(RETURN, secret);
  const url = await inTime(provider.start(context.db, { ticket, returnTo: returnTo.href })).catch(() => undefined);
  return url === undefined ? undefined : { ticket, url, returns: sha256(secret) };
}

export async function storeRealName(
  sql: Sql,
  context: CallContext,
  accountId: string,
  { ticket, returns }: Begun,
): Promise<void> {
  await sql.query(
    'insert into real_name_check (ticket, account_id, zone, line, return_digest) values ($1, $2, $3, $4, $5)',
    [ticket, accountId, context.zone, context.line.name, returns],
  );
}

/** The visitor came back from the provider. Who went through it in another browser, for whomever, does not come back to this account. */
export async function returnedFromRealName(context: CallContext, accountId: string, secret: string): Promise<void> {
  await context.db.query(
    `update real_name_check set returned_at = coalesce(returned_at, foyer_now())
      where account_id = $1 and return_digest = $2`,
    [accountId, sha256(secret)],
  );
}

/** How it stands with an account: a passed verification for good, else the newest; undefined when none was begun. */
export async function realNameOf(sql: Sql, accountId: string): Promise<RealNameVerdict | undefined> {
  const [row] = await sql.query<{ state: RealNameVerdict }>(
    `select state from real_name_check where account_id = $1 order by (state = 'passed') desc, created_at desc limit 1`,
    [accountId],
  );
  return row?.state;
}

/** Learns from the provider what came of the verifications that are under way; one that cannot be asked stays so. */
export async function settleRealName(context: CallContext, accountId: string): Promise<void> {
  const provider = context.realName;
  if (!provider) return;
  const waiting = await context.db.query<{ ticket: string }>(
    `select ticket from real_name_check where account_id = $1 and state = 'pending' and returned_at is not null order by created_at desc limit 3`,
    [accountId],
  );
  for (const { ticket } of waiting) {
    const verdict = await inTime(provider.verdict(context.db, ticket)).catch(() => 'pending' as const);
    if (verdict === 'pending') continue;
    await context.db.query(
      `update real_name_check set state = $2, settled_at = foyer_now() where ticket = $1 and state = 'pending'`,
      [ticket, verdict],
    );
  }
}
