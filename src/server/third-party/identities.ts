/**
 * Who an account's owner is to a provider. The key is the provider's unionid or sub; ids for one application are kept
 * beside it, and someone known by such an id alone is known by the unionid once the provider tells one.
 */
import { plainText } from '../accounts/plain-text.ts';
import { violated } from '../accounts/refused.ts';
import { type AccountWithMaster, WITH_MASTER } from '../accounts/store/account.ts';
import type { Identity } from '../ports/identity.ts';
import type { CallContext, Sql, Zone } from '../types.ts';

/** The account that an identity is linked to. */
export type LinkedAccount = AccountWithMaster;

/** A subject as it is stored: an openid says nothing outside its application. */
function subjectOf({ subject, subjectKind, appId }: Identity): string {
  return subjectKind === 'openid' ? `${appId}:${subject}` : subject;
}

/** What the audit table and erasure know an identity by. */
export function traceOf(provider: string, identity: Identity): string {
  return `${provider}\n${subjectOf(identity)}`;
}

const openidOf = ({ openid, subject, subjectKind }: Identity): string | undefined =>
  openid ?? (subjectKind === 'openid' ? subject : undefined);

/**
 * The row of an identity, found by its key, else by the openid of its application; undefined when nobody is linked to it.
 * What is newly known of it is stored.
 */
async function findRow(sql: Sql, zone: Zone, provider: string, identity: Identity): Promise<string | undefined> {
  const subject = subjectOf(identity);
  const [byKey] = await sql.query<{ id: string }>(
    `update third_identity set seen_at = foyer_now(), name = coalesce($5, name)
      where zone = $1 and provider = $2 and corp_id = $3 and subject = $4 returning id`,
    [zone, provider, identity.corpId ?? '', subject, nameOf(identity) ?? null],
  );
  if (byKey) return byKey.id;
  const openid = openidOf(identity);
  if (openid === undefined) return undefined;
  const [byOpenid] = await sql.query<{ id: string; subject_kind: string }>(
    `select i.id, i.subject_kind from third_openid o join third_identity i on i.id = o.identity_id
      where o.zone = $1 and o.provider = $2 and o.app_id = $3 and o.openid = $4 and i.corp_id = $5 for update of i`,
    [zone, provider, identity.appId, openid, identity.corpId ?? ''],
  );
  if (!byOpenid) return undefined;
  if (identity.subjectKind !== 'openid') {
    // Someone known by another unionid is not this one, whatever the openid says.
    if (byOpenid.subject_kind !== 'openid') return undefined;
    await sql.query('update third_identity set subject = $2, subject_kind = $3 where id = $1', [
      byOpenid.id,
      subject,
      identity.subjectKind,
    ]);
  }
  return byOpenid.id;
}

const nameOf = ({ name }: Identity): string | undefined =>
  name === undefined ? undefined : plainText(name, 64).trim();

async function keepOpenid(sql: Sql, zone: Zone, provider: string, identity: Identity, id: string): Promise<void> {
  const openid = openidOf(identity);
  if (openid === undefined) return;
  await sql.query(
    `insert into third_openid (zone, provider, app_id, openid, identity_id) values ($1, $2, $3, $4, $5)
     on conflict (zone, provider, app_id, openid) do nothing`,
    [zone, provider, identity.appId, openid, id],
  );
}

/** The account that an identity is linked to in this zone, in the caller's transaction. */
export async function findLinked(
  sql: Sql,
  zone: Zone,
  provider: string,
  identity: Identity,
): Promise<LinkedAccount | undefined> {
  const id = await findRow(sql, zone, provider, identity);
  if (id === undefined) return undefined;
  await keepOpenid(sql, zone, provider, identity, id);
  const [account] = await sql.query<LinkedAccount>(
    `select ${WITH_MASTER} from third_identity i join account a on a.id = i.account_id left join account m on m.id = a.master_id
      where i.id = $1 for update of a`,
    [id],
  );
  return account;
}

/** Whether the other zone has an account with this identity; changes nothing. */
export async function isLinkedIn(sql: Sql, zone: Zone, provider: string, identity: Identity): Promise<boolean> {
  const found = await sql.query(
    'select 1 as one from third_identity where zone = $1 and provider = $2 and corp_id = $3 and subject = $4',
    [zone, provider, identity.corpId ?? '', subjectOf(identity)],
  );
  return found.length > 0;
}

/** How linking went: done, the identity is another account's, or the account has another user of this provider. */
export type Linking = 'linked' | 'taken' | 'other';

/** Links an identity to an account. Two at the same moment meet at the unique constraints: see `linkingFault`. */
export async function link(
  sql: Sql,
  zone: Zone,
  provider: string,
  identity: Identity,
  accountId: string,
): Promise<Linking> {
  const holder = await findLinked(sql, zone, provider, identity);
  if (holder) return holder.id === accountId ? 'linked' : 'taken';
  const other = await sql.query('select 1 as one from third_identity where account_id = $1 and provider = $2', [
    accountId,
    provider,
  ]);
  if (other.length > 0) return 'other';
  const [row] = await sql.query<{ id: string }>(
    `insert into third_identity (zone, provider, corp_id, subject, subject_kind, account_id, name)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      zone,
      provider,
      identity.corpId ?? '',
      subjectOf(identity),
      identity.subjectKind,
      accountId,
      nameOf(identity) ?? '',
    ],
  );
  if (row) await keepOpenid(sql, zone, provider, identity, row.id);
  return 'linked';
}

/** What an error of the database says about a link that another request made first; undefined for any other error. */
export function lostLinking(error: unknown): Exclude<Linking, 'linked'> | undefined {
  const constraint = violated(error);
  if (constraint === 'third_identity_subject') return 'taken';
  return constraint === 'third_identity_account' ? 'other' : undefined;
}

/** Whether an account has a user of this provider. */
export async function hasIdentity(sql: Sql, accountId: string, provider: string): Promise<boolean> {
  const found = await sql.query('select 1 as one from third_identity where account_id = $1 and provider = $2', [
    accountId,
    provider,
  ]);
  return found.length > 0;
}

/** Name under which a provider knows who signed in, as it may be shown. */
export function shownName(identity: Identity): string | undefined {
  return nameOf(identity) || undefined;
}

/** A provider's name in the language of the request. */
export function providerName(context: CallContext, provider: string): string {
  return context.line.messages[context.language]?.[`frame.providers.${provider}`] ?? provider;
}
