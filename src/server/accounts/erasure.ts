/**
 * Erasing one person's data on request. What hangs on the account goes with its row, found by the foreign keys; the rest
 * is listed here, table by table. A table that neither hangs on the account nor is listed is found by a test.
 */
import type { Line } from '../../generated/config.ts';
import type { KeyRing, Sql, Zone } from '../types.ts';
import { fold, identifierDigest, readLoginName } from './identifiers.ts';
import { deleteAccounts } from './store/change.ts';
import { lockFamily, type Relative } from './store/find.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly kind: 1 | 2;
}

export interface ErasureRequest {
  readonly zone: Zone;
  readonly loginName: string;
  /** How phones are read in that zone. */
  readonly line: Pick<Line, 'phone'>;
  readonly keys: KeyRing;
}

export interface ErasurePlan {
  readonly account: Person;
  /** Sub accounts of a master: they go with it. */
  readonly subAccounts: readonly Person[];
  /** Table → rows that are erased, or in `audit` made anonymous; tables without any are left out. */
  readonly counts: Readonly<Record<string, number>>;
  /** Messages of the zone that wait and cannot be opened: whose they are nobody can say. */
  readonly sealed: number;
}

/** What tells whose a row is. */
interface Traces {
  readonly ids: readonly string[];
  /** Phones and mailboxes, as messages are addressed. */
  readonly contacts: readonly string[];
  /** Keyed digests of every name of theirs, under every key of the ring. */
  readonly digests: readonly string[];
  /** The same as the audit table writes them: `<key id>.<digest>`. */
  readonly named: readonly string[];
  readonly zone: Zone;
  /** Messages not sent yet; they are sealed, so they were opened one by one. */
  readonly owed: readonly string[];
  /** How many of those cannot be opened. */
  readonly sealed: number;
}

interface Rule {
  /** Condition on the table's rows, with the values it takes. */
  readonly where: string;
  readonly values: (traces: Traces) => readonly unknown[];
  /** What is emptied; without it the rows are deleted. */
  readonly empties?: readonly string[];
}

/** Tables with something of a person that do not hang on the account. Their rows go before the account does. */
export const ERASED: Readonly<Record<string, Rule>> = {
  audit: {
    where: 'account_id = any($1) or (zone = $2 and identifier = any($3))',
    values: ({ ids, zone, named }) => [ids, zone, named],
    empties: ['account_id', 'identifier', 'address'],
  },
  bound_phone: { where: 'zone = $1 and phone_digest = any($2)', values: ({ zone, digests }) => [zone, digests] },
  dispatch: { where: 'zone = $1 and target_digest = any($2)', values: ({ zone, digests }) => [zone, digests] },
  inbox: { where: 'lower(recipient) = any($1)', values: ({ contacts }) => [contacts] },
  link_token: { where: 'account_id = any($1)', values: ({ ids }) => [ids] },
  outbox: { where: 'id = any($1)', values: ({ owed }) => [owed] },
  sign_in_counter: {
    where: `account_id = any($1) or exists (select 1 from unnest($2::text[]) as known where position(known in key) > 0)`,
    values: ({ ids, digests }) => [ids, [...ids, ...digests]],
  },
  throttle: {
    where: 'exists (select 1 from unnest($1::text[]) as known where position(known in key) > 0)',
    values: ({ ids }) => [ids],
  },
  verification_code: {
    where: 'account_id = any($1) or (zone = $2 and target_digest = any($3))',
    values: ({ ids, zone, digests }) => [ids, zone, digests],
  },
  // Both hold digests of ids that only the binding still tells.
  wechat_coupon: {
    where: `zone = $2 and subject in (select encode(sha256(convert_to(b.subject, 'UTF8')), 'hex') from wechat_binding b where b.account_id = any($1))`,
    values: ({ ids, zone }) => [ids, zone],
  },
  wechat_event: {
    where: `from_user in (select encode(sha256(convert_to(b.openid, 'UTF8')), 'hex') from wechat_binding b where b.account_id = any($1))`,
    values: ({ ids }) => [ids],
  },
  verification_wait: { where: 'zone = $1 and target_digest = any($2)', values: ({ zone, digests }) => [zone, digests] },
};

/** Tables whose columns only look personal, and why nothing of one person is in them or can be told to be theirs. */
export const NOBODYS: Readonly<Record<string, string>> = {
  wechat_access: 'the deployment’s own access to the platform of codes, sealed',
  posted_visit:
    'what a form that a browser posted by itself came to: sealed, under the hash of a value that the browser alone holds, gone after ten minutes',
  blocked_identifier: 'the operators’ own list of what may not register; they take entries off it themselves',
};

/** Tables that hang on the account, directly or through another, with how their rows are found. */
async function hanging(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const links = await sql.query<{ child: string; column: string; parent: string; target: string }>(
    `select child.relname as child, ca.attname as "column", parent.relname as parent, pa.attname as target
       from pg_constraint c
       join pg_class child on child.oid = c.conrelid
       join pg_class parent on parent.oid = c.confrelid
       join pg_attribute ca on ca.attrelid = c.conrelid and ca.attnum = c.conkey[1]
       join pg_attribute pa on pa.attrelid = c.confrelid and pa.attnum = c.confkey[1]
      where c.contype = 'f' and c.confdeltype = 'c' and cardinality(c.conkey) = 1
        and child.relnamespace = current_schema()::regnamespace`,
  );
  const found = new Map([['account', 'id = any($1)']]);
  for (let more = true; more; ) {
    more = false;
    for (const { child, column, parent, target } of links) {
      const above = found.get(parent);
      if (above === undefined || found.has(child)) continue;
      // Names come from the catalogue; they are quoted all the same.
      found.set(child, `"${column}" in (select "${target}" from "${parent}" where ${above})`);
      more = true;
    }
  }
  return found;
}

export const hangingTables = async (sql: Sql): Promise<readonly string[]> => [...(await hanging(sql)).keys()];

/** Locked, so that what is counted is what goes. */
const familyOf = (sql: Sql, { zone, loginName, line }: ErasureRequest): Promise<readonly Relative[]> =>
  lockFamily(sql, zone, readLoginName(loginName, line));

async function tracesOf(sql: Sql, accounts: readonly Relative[], { zone, keys }: ErasureRequest): Promise<Traces> {
  const contacts = accounts.flatMap(({ email_key, phone }) => [email_key, phone]).filter((each) => each !== null);
  const names = accounts.flatMap(({ username_key, master_uuid }) =>
    master_uuid === null ? [username_key] : [`${username_key}@${master_uuid}`],
  );
  const identities = await sql.query<{ trace: string }>(
    `select provider || E'\\n' || subject as trace from third_identity where account_id = any($1)`,
    [accounts.map(({ id }) => id)],
  );
  const known = [...contacts, ...names, ...identities.map(({ trace }) => trace)];
  const digested = keys
    .ids('identifier')
    .flatMap((id) => known.map((text) => [id, identifierDigest(keys, zone, text, id)] as const));
  const waiting = await sql.query<{ id: string; sealed: string }>(
    'select id, sealed from outbox where sealed is not null and zone = $1',
    [zone],
  );
  const opened = waiting.map(({ id, sealed }) => ({ id, text: keys.open('outbox', sealed) }));
  const owed = opened.filter(
    ({ text }) => text !== undefined && contacts.includes(fold((JSON.parse(text) as { to: string }).to)),
  );
  return {
    ids: accounts.map(({ id }) => id),
    contacts,
    digests: digested.map(([, digest]) => digest),
    named: digested.map(([id, digest]) => `${id}.${digest}`),
    zone,
    owed: owed.map(({ id }) => id),
    sealed: opened.filter(({ text }) => text === undefined).length,
  };
}

/** What there is of a person; undefined when nobody has this login name. Changes nothing. */
export async function planErasure(sql: Sql, request: ErasureRequest): Promise<ErasurePlan | undefined> {
  const accounts = await familyOf(sql, request);
  const [account, ...subAccounts] = accounts;
  if (account === undefined) return undefined;
  const traces = await tracesOf(sql, accounts, request);
  const counts: Record<string, number> = {};
  const count = async (table: string, where: string, values: readonly unknown[]): Promise<void> => {
    const [row] = await sql.query<{ rows: number }>(
      `select count(*)::integer as rows from "${table}" where ${where}`,
      values,
    );
    if (row && row.rows > 0) counts[table] = row.rows;
  };
  for (const [table, { where, values }] of Object.entries(ERASED)) await count(table, where, values(traces));
  for (const [table, where] of await hanging(sql)) {
    if (!Object.hasOwn(ERASED, table)) await count(table, where, [traces.ids]);
  }
  return { account, subAccounts, counts, sealed: traces.sealed };
}

/** Erases what `planErasure` counts. Runs in the caller's transaction; gives what it did. */
export async function erase(sql: Sql, request: ErasureRequest): Promise<ErasurePlan | undefined> {
  const plan = await planErasure(sql, request);
  if (plan === undefined) return undefined;
  const accounts = await familyOf(sql, request);
  const traces = await tracesOf(sql, accounts, request);
  for (const [table, { where, values, empties }] of Object.entries(ERASED)) {
    const change = empties
      ? `update "${table}" set ${empties.map((column) => `"${column}" = null`).join(', ')}`
      : `delete from "${table}"`;
    await sql.query(`${change} where ${where}`, values(traces));
  }
  await deleteAccounts(sql, traces.ids);
  await sql.query(
    `insert into audit (zone, line, event, outcome, request_id)
     values ($1, '*', 'account-erased', $2, 'erase-command')`,
    [request.zone, String(accounts.length)],
  );
  return plan;
}
