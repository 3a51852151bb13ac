/** Stored passwords of accounts, as `makeCredential` makes them. */
import type { Sql, Zone } from '../../types.ts';
import type { Credential } from '../credentials.ts';
import type { StoredCredential } from './account.ts';

/** What a password of the account is checked by; nulls where it has none. */
export async function findCredential(sql: Sql, accountId: string): Promise<StoredCredential> {
  const [stored] = await sql.query<StoredCredential & object>(
    'select hash, pepper_key from credential where account_id = $1',
    [accountId],
  );
  return stored ?? { hash: null, pepper_key: null };
}

/** Stores the account's password, its first or another one. */
export async function storeCredential(
  sql: Sql,
  { accountId, zone, credential }: { readonly accountId: string; readonly zone: Zone; readonly credential: Credential },
): Promise<void> {
  await sql.query(
    `insert into credential (account_id, zone, hash, pepper_key, digest) values ($1, $2, $3, $4, $5)
     on conflict (account_id) do update set hash = excluded.hash, pepper_key = excluded.pepper_key, digest = excluded.digest,
       changed_at = foyer_now()`,
    [accountId, zone, credential.hash, credential.pepperKey, credential.digest],
  );
}

/** Stores the same password anew, unless another took its place since `hash` was read. */
export async function renewCredential(
  sql: Sql,
  {
    accountId,
    hash,
    credential,
  }: { readonly accountId: string; readonly hash: string; readonly credential: Credential },
): Promise<void> {
  await sql.query('update credential set hash = $3, pepper_key = $4, digest = $5 where account_id = $1 and hash = $2', [
    accountId,
    hash,
    credential.hash,
    credential.pepperKey,
    credential.digest,
  ]);
}

/** Which key of its ring each password was made with, as `key`. */
export const PASSWORD_KEYS = 'select pepper_key as key from credential';
