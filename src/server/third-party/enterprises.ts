/** Enterprises that sign in with DingTalk: an alias stands for the enterprise's own application and its master account. */
import { fold } from '../accounts/identifiers.ts';
import { isShown, plainText } from '../accounts/plain-text.ts';
import type { Enterprise } from '../ports/identity.ts';
import type { CallContext, Failure, KeyRing, Sql, Zone } from '../types.ts';

const ALIAS = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._ -]{0,59}$/u;
export const MAX_ALIAS = 60;

export interface EnterpriseRow {
  readonly id: string;
  readonly corp_id: string;
  readonly client_id: string;
  readonly sealed_secret: string;
  readonly master_id: string;
}

export interface KnownEnterprise extends Enterprise {
  readonly id: string;
  readonly masterId: string;
}

/** Undefined when the key that its secret was sealed with is gone. */
export function readEnterprise(keys: KeyRing, row: EnterpriseRow): KnownEnterprise | undefined {
  const clientSecret = keys.open('outbox', row.sealed_secret);
  if (clientSecret === undefined) return undefined;
  return { id: row.id, masterId: row.master_id, corpId: row.corp_id, clientId: row.client_id, clientSecret };
}

/** Whether text can be an alias: 1 to 60 characters, letters and digits of any script, and `. _ -` or a blank inside. */
export function isAlias(text: string): boolean {
  const plain = text.normalize('NFKC').trim();
  return [...plain].length <= MAX_ALIAS && ALIAS.test(plain) && isShown(plain);
}

export type AliasCode = 'Enterprise.Alias.Format.Error' | 'Enterprise.Alias.Not.Exists';

/** The enterprise of an alias in this zone, or the answer that says what is wrong with it. */
export async function findEnterprise(
  context: CallContext,
  alias: string,
): Promise<{ readonly alias: string; readonly enterprise: KnownEnterprise } | Failure<AliasCode>> {
  if (!isAlias(alias)) return { code: 'Enterprise.Alias.Format.Error' };
  const [row] = await context.db.query<EnterpriseRow & { alias: string; status: string }>(
    `select e.id, e.alias, e.corp_id, e.client_id, e.sealed_secret, e.master_id
       from dingtalk_enterprise e join account a on a.id = e.master_id
      where e.zone = $1 and e.alias_key = $2 and a.status in ('active', 'disabled')`,
    [context.zone, fold(alias)],
  );
  if (!row) return { code: 'Enterprise.Alias.Not.Exists' };
  const enterprise = readEnterprise(context.keys, row);
  if (!enterprise) throw new Error('The secret of an enterprise was sealed with a key that is gone.');
  return { alias: row.alias, enterprise };
}

export interface NewEnterprise {
  readonly zone: Zone;
  readonly alias: string;
  readonly corpId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly masterId: string;
}

/** Stores an enterprise, or changes the application of one that is known by this alias. Throws, in words, what stands against it. */
export async function storeEnterprise(sql: Sql, keys: KeyRing, given: NewEnterprise): Promise<void> {
  const alias = given.alias.normalize('NFKC').trim();
  if (!isAlias(alias)) throw new Error(`${plainText(alias, 80) || 'Nothing'} is no alias.`);
  const rows = await sql.query(
    `insert into dingtalk_enterprise (zone, alias, alias_key, corp_id, client_id, sealed_secret, master_id)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (zone, alias_key) do update set client_id = excluded.client_id, sealed_secret = excluded.sealed_secret
      where dingtalk_enterprise.corp_id = excluded.corp_id and dingtalk_enterprise.master_id = excluded.master_id
     returning id`,
    [
      given.zone,
      alias,
      fold(alias),
      given.corpId,
      given.clientId,
      keys.seal('outbox', given.clientSecret),
      given.masterId,
    ],
  );
  if (rows.length === 0)
    throw new Error(`The alias ${alias} stands for another enterprise or master account. Remove it first.`);
}

export interface ListedEnterprise {
  readonly alias: string;
  readonly corp_id: string;
  readonly client_id: string;
  /** The master's. */
  readonly username: string;
  readonly members: number;
}

export function listEnterprises(sql: Sql, zone: Zone): Promise<readonly ListedEnterprise[]> {
  return sql.query<ListedEnterprise>(
    `select e.alias, e.corp_id, e.client_id, a.username,
        (select count(*)::integer from third_identity i where i.zone = e.zone and i.corp_id = e.corp_id) as members
       from dingtalk_enterprise e join account a on a.id = e.master_id where e.zone = $1 order by e.alias_key`,
    [zone],
  );
}

/** Removes an enterprise and unlinks its members, whose sub accounts stay; false when nobody has the alias. */
export async function removeEnterprise(sql: Sql, zone: Zone, alias: string): Promise<boolean> {
  const removed = await sql.query(
    `with gone as (delete from dingtalk_enterprise where zone = $1 and alias_key = $2 returning zone, corp_id),
      unlinked as (delete from third_identity i using gone where i.zone = gone.zone and i.corp_id = gone.corp_id)
     select 1 as one from gone`,
    [zone, fold(alias)],
  );
  return removed.length > 0;
}
