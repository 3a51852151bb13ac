/** Making, changing and deleting accounts, in the caller's transaction. Keys that identifiers are compared by are made here. */
import type { Sql, Zone } from '../../types.ts';
import { fold } from '../identifiers.ts';
import { MASTER, SUB } from '../kinds.ts';
import { newSecret } from '../secrets.ts';
import type { Status } from '../states.ts';

export interface NewAccount {
  readonly zone: Zone;
  readonly homeLine: string;
  /** Of a sub account. */
  readonly masterId?: string | undefined;
  readonly username: string;
  readonly email?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly phoneVerified?: boolean;
  readonly businessType: number;
  readonly status: Status;
  readonly language: string;
  readonly comeFrom?: string | undefined;
  /** Digest of the flow that registers it, where it is activated later. */
  readonly registeredFlow?: string | undefined;
  readonly securityRisk?: boolean;
  /** Another than a new one. */
  readonly uuid?: string | undefined;
}

export interface CreatedAccount {
  readonly id: string;
  readonly uuid: string;
  readonly user_key: string;
}

const CREATE = `insert into account (uuid, zone, home_line, kind, master_id, username, username_key, email, email_key, phone, phone_verified,
    business_type, status, user_key, come_from, language, registered_flow, security_risk, activated_at)
  values (coalesce($1::uuid, gen_random_uuid()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
    case when $13 <> 'unactivated' then foyer_now() end)`;
const CREATED = 'returning id, uuid, user_key';

const valuesOf = (account: NewAccount): readonly unknown[] => [
  account.uuid ?? null,
  account.zone,
  account.homeLine,
  account.masterId === undefined ? MASTER : SUB,
  account.masterId ?? null,
  account.username,
  fold(account.username),
  account.email ?? null,
  account.email === undefined ? null : fold(account.email),
  account.phone ?? null,
  account.phoneVerified ?? false,
  account.businessType,
  account.status,
  newSecret(),
  account.comeFrom ?? null,
  account.language,
  account.registeredFlow ?? null,
  account.securityRisk ?? false,
];

/** Stores a new account. Rejects as `violated` tells when somebody has one of its identifiers. */
export async function createAccount(sql: Sql, account: NewAccount): Promise<CreatedAccount> {
  const [created] = await sql.query<CreatedAccount>(`${CREATE} ${CREATED}`, valuesOf(account));
  if (!created) throw new Error('The account was not stored.');
  return created;
}

/** The same, but undefined where somebody has one of its identifiers. */
export async function createAccountUnlessTaken(sql: Sql, account: NewAccount): Promise<CreatedAccount | undefined> {
  const [created] = await sql.query<CreatedAccount>(`${CREATE} on conflict do nothing ${CREATED}`, valuesOf(account));
  return created;
}

export async function setStatus(
  sql: Sql,
  { id, status }: { readonly id: string; readonly status: Exclude<Status, 'unactivated'> },
): Promise<void> {
  await sql.query('update account set status = $2 where id = $1', [id, status]);
}

/** Makes an account active, and notes when it first was. Which browser registered it stays known for a day: see `forgetFlows`. */
export async function activateAccount(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `update account set status = 'active', activated_at = coalesce(activated_at, foyer_now()) where id = $1`,
    [id],
  );
}

/** Notes when the rendering side took an activated account over; a repeat changes nothing. */
export async function activateRendering(sql: Sql, id: string): Promise<void> {
  await sql.query('update account set rendering_at = coalesce(rendering_at, foyer_now()) where id = $1', [id]);
}

/** Gives a flagged account another username, which settles its flag; false where it is flagged no more. */
export async function settleUsername(
  sql: Sql,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<boolean> {
  const renamed = await sql.query(
    `update account set username = $2, username_key = $3, security_risk = false where id = $1 and security_risk returning 1 as one`,
    [id, username, fold(username)],
  );
  return renamed.length > 0;
}

export async function setEmail(
  sql: Sql,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  await sql.query('update account set email = $2, email_key = $3 where id = $1', [id, email, fold(email)]);
}

/** Gives an account a phone that it proved. @returns its generation from now on */
export async function setPhone(
  sql: Sql,
  { id, phone }: { readonly id: string; readonly phone: string },
): Promise<number | undefined> {
  const [account] = await sql.query<{ generation: number }>(
    'update account set phone = $2, phone_verified = true where id = $1 returning generation',
    [id, phone],
  );
  return account?.generation;
}

export interface ReleasedPhone {
  readonly email: string | null;
  readonly username: string;
  readonly proven: boolean;
}

/** Takes a phone from the masters, but for one, that only wrote it down, and with `cancelled` from one that is no more. */
export async function takePhone(
  sql: Sql,
  {
    zone,
    phone,
    butFor,
    cancelled,
  }: {
    readonly zone: Zone;
    readonly phone: string;
    readonly butFor: string;
    readonly cancelled: boolean;
  },
): Promise<readonly ReleasedPhone[]> {
  return sql.query<ReleasedPhone>(
    `with held as (
       select id, phone_verified from account
        where zone = $1 and phone = $2 and kind = 1 and id <> $3 and (not phone_verified or ($4 and status = 'cancelled'))
        order by id for no key update)
     update account a set phone = null, phone_verified = false from held where a.id = held.id
      returning a.email, a.username, held.phone_verified as proven`,
    [zone, phone, butFor, cancelled],
  );
}

export async function setBusinessType(
  sql: Sql,
  { id, businessType }: { readonly id: string; readonly businessType: number },
): Promise<void> {
  await sql.query('update account set business_type = $2 where id = $1', [id, businessType]);
}

/** What pages know the account by becomes another: whoever was given the old one no longer has it. */
export async function renewUserKey(sql: Sql, id: string): Promise<void> {
  await sql.query('update account set user_key = $2 where id = $1', [id, newSecret()]);
}

/** Begins the account's next generation: nothing proven before signs in any more. False where another was first. */
export async function advanceGeneration(
  sql: Sql,
  { id, generation }: { readonly id: string; readonly generation: number },
): Promise<boolean> {
  const taken = await sql.query(
    'update account set generation = generation + 1 where id = $1 and generation = $2 returning 1 as one',
    [id, generation],
  );
  return taken.length > 0;
}

/** A page that waits for the activation of what it registered has heard of it within a day. In portions: there may be many from before. */
export async function forgetFlows(sql: Sql): Promise<void> {
  await sql.query(
    `update account set registered_flow = null where id in (select id from account
      where registered_flow is not null and activated_at < foyer_now() - interval '1 day' order by activated_at limit 10000)`,
  );
}

/** With all that hangs on them. */
export async function deleteAccounts(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.query('delete from account where id = any($1)', [ids]);
}
