/** Codes and links by which an account could still be given another password. */
import type { Sql } from '../types.ts';

/** Uses all of them up, in a transaction that has locked the account. */
export async function spendRecovery(sql: Sql, accountId: string): Promise<void> {
  await sql.query(
    `update verification_code set used_at = coalesce(used_at, foyer_now()), proof_used_at = coalesce(proof_used_at, foyer_now())
      where account_id = $1 and purpose = 'forgetpassword' and (used_at is null or proof_used_at is null)`,
    [accountId],
  );
  await sql.query(
    `update link_token set used_at = foyer_now() where account_id = $1 and kind = 'reset' and used_at is null`,
    [accountId],
  );
}
