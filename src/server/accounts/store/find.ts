/** Reading and locking accounts. */
import type { Sql, Zone } from '../../types.ts';
import type { LoginName } from '../identifiers.ts';
import {
  ACCOUNT,
  type Account,
  type AccountWithCredential,
  type AccountWithMaster,
  type Criteria,
  conditionOf,
  WITH_CREDENTIAL,
  WITH_MASTER,
} from './account.ts';

const CREDENTIALED = `select ${WITH_CREDENTIAL} from account a left join credential c on c.account_id = a.id`;

/** Masters before sub accounts, then the oldest: whom a shared phone means first. */
const ORDER = 'order by a.kind, a.created_at';

/** The account that all criteria hold of, the first of several. */
export async function findAccount(sql: Sql, criteria: Criteria): Promise<Account | undefined> {
  const { where, values } = conditionOf(criteria);
  const [account] = await sql.query<Account>(
    `select ${ACCOUNT} from account a where ${where} ${ORDER} limit 1`,
    values,
  );
  return account;
}

/** All of them, up to `most`. */
export async function findAccounts(sql: Sql, criteria: Criteria, most: number): Promise<readonly Account[]> {
  const { where, values } = conditionOf(criteria);
  return sql.query<Account>(`select ${ACCOUNT} from account a where ${where} ${ORDER} limit $${values.length + 1}`, [
    ...values,
    most,
  ]);
}

/** The first of both zones, of this zone before the other. */
export async function findNearestAccount(sql: Sql, zone: Zone, criteria: Criteria): Promise<Account | undefined> {
  const { where, values } = conditionOf(criteria);
  const [account] = await sql.query<Account>(
    `select ${ACCOUNT} from account a where ${where} order by (a.zone = $${values.length + 1}) desc, a.kind limit 1`,
    [...values, zone],
  );
  return account;
}

/** An account, and of a sub account its master's state and uuid. */
export async function findWithMaster(sql: Sql, id: string): Promise<AccountWithMaster | undefined> {
  const [account] = await sql.query<AccountWithMaster>(
    `select ${WITH_MASTER} from account a left join account m on m.id = a.master_id where a.id = $1`,
    [id],
  );
  return account;
}

export async function findWithCredentials(sql: Sql, criteria: Criteria): Promise<readonly AccountWithCredential[]> {
  const { where, values } = conditionOf(criteria);
  return sql.query<AccountWithCredential>(`${CREDENTIALED} where ${where} ${ORDER}`, values);
}

/**
 * `for share`: nobody changes it meanwhile. `for no key update`: the caller is about to; rows that refer to it may still be
 * stored.
 */
export type Lock = 'for share' | 'for no key update';

/** Locks an account for the caller's transaction; undefined where the criteria do not hold once it has the lock. */
export async function lockAccount(sql: Sql, criteria: Criteria, lock: Lock): Promise<Account | undefined> {
  const { where, values } = conditionOf(criteria);
  const [account] = await sql.query<Account>(`select ${ACCOUNT} from account a where ${where} ${lock}`, values);
  return account;
}

/** Locks a master's own sub account; undefined where it is not. */
export async function lockSubAccount(
  sql: Sql,
  { id, masterId }: { readonly id: string; readonly masterId: string },
): Promise<AccountWithCredential | undefined> {
  const { where, values } = conditionOf({ id, masterId });
  const [account] = await sql.query<AccountWithCredential>(`${CREDENTIALED} where ${where} for update of a`, values);
  return account;
}

/** A member of what a login name means, as erasing it asks. */
export interface Relative {
  readonly id: string;
  readonly kind: 1 | 2;
  readonly username: string;
  readonly username_key: string;
  readonly email_key: string | null;
  /** Not one that this account wrote down and another proved. */
  readonly phone: string | null;
  readonly master_uuid: string | null;
}

/** Locks the account that a login name means and its sub accounts, the master first. */
export async function lockFamily(sql: Sql, zone: Zone, name: LoginName): Promise<readonly Relative[]> {
  return sql.query<Relative>(
    `with found as (select id from account_by_name($1, $2, $3, $4, $5))
     select a.id, a.username, a.username_key, a.kind, a.email_key, m.uuid as master_uuid,
        case when a.phone_verified or not exists (select 1 from account o where o.zone = a.zone and o.phone = a.phone and o.phone_verified) then a.phone end as phone
       from account a left join account m on m.id = a.master_id
      where a.id in (select id from found) or a.master_id in (select id from found)
      order by a.kind, a.username_key for update of a`,
    [zone, name.username ?? null, name.email ?? null, name.phone ?? null, name.master ?? null],
  );
}

/** A sub account as its master sees it. */
export interface ListedSubAccount {
  readonly id: string;
  readonly username: string;
  /** The master's. */
  readonly uuid: string;
  /** A proven one. */
  readonly phone: string | null;
  readonly status: string;
  /** Name that its provider knows, and which that is, where it is a member's. */
  readonly member: string | null;
  readonly provider: string | null;
  readonly created_at: Date;
}

/** The newest first. */
export async function listSubAccounts(sql: Sql, masterId: string): Promise<readonly ListedSubAccount[]> {
  return sql.query<ListedSubAccount>(
    `select a.id, a.username, m.uuid, case when a.phone_verified then a.phone end as phone, a.status, a.created_at,
        i.name as member, i.provider
       from account a join account m on m.id = a.master_id
       left join lateral (select name, provider from third_identity where account_id = a.id limit 1) i on true
      where a.master_id = $1 order by a.created_at desc, a.username limit 200`,
    [masterId],
  );
}

/** How many sub accounts a master got within the last hour, counted up to `most`. */
export async function countNewSubAccounts(sql: Sql, masterId: string, most: number): Promise<number> {
  const found = await sql.query(
    `select 1 as one from account where master_id = $1 and created_at > foyer_now() - interval '1 hour' limit $2`,
    [masterId, most],
  );
  return found.length;
}

export interface Reach {
  readonly username: string;
  readonly kind: 1 | 2;
  readonly email: string | null;
  readonly phone: string | null;
  /** Now, by the database. */
  readonly time: string;
}

/**
 * Where what happened to an account is told: its own mailbox, its proven phone where there is none, and for a sub account that has
 * neither its master, who alone can set it another password.
 */
export async function findReach(sql: Sql, id: string): Promise<Reach | undefined> {
  const [reach] = await sql.query<Reach>(
    `select a.username, a.kind,
        case when a.email is not null or a.phone_verified then a.email else m.email end as email,
        case when a.phone_verified then a.phone when a.email is null and m.phone_verified then m.phone end as phone,
        to_char(foyer_now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as time
       from account a left join account m on m.id = a.master_id where a.id = $1`,
    [id],
  );
  return reach;
}

/** What is recorded of an account's agreements on a line. */
export interface Recorded {
  /** Agreement → the version accepted last. */
  readonly accepted: Readonly<Record<string, string>>;
  /** From when on the account has records. */
  readonly agreements_from: Date;
}

export async function agreementsOf(
  sql: Sql,
  { id, line }: { readonly id: string; readonly line: string },
): Promise<Recorded | undefined> {
  const [found] = await sql.query<Recorded>(
    'select a.agreements_from, accepted_agreements(a.id, $2) as accepted from account a where a.id = $1',
    [id, line],
  );
  return found;
}
