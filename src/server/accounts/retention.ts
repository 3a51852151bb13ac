/** Forgets what has had its time: spent codes, links and tokens, ended sessions, devices nobody came back with. */
import type { Sql } from '../types.ts';
import { forgetFlows } from './store/change.ts';

/** Statements by what they forget. Counters of names nobody has stay longest, as an account's own counter would. */
const FORGET: readonly string[] = [
  `delete from sign_in_token where expires_at < foyer_now() - interval '1 hour'`,
  `delete from third_state where expires_at < foyer_now() - interval '1 hour'`,
  `delete from third_receipt where expires_at < foyer_now() - interval '1 hour'`,
  `delete from third_token where expires_at < foyer_now() - interval '1 hour'`,
  `delete from registration_token where expires_at < foyer_now() - interval '1 hour'`,
  `delete from real_name_check where state <> 'passed' and created_at < foyer_now() - interval '30 days'`,
  `delete from platform_maintenance where until < foyer_now() - interval '1 day'`,
  `delete from qr_ticket where expires_at < foyer_now() - interval '1 hour'`,
  `delete from wechat_scene where expires_at < foyer_now() - interval '1 hour'`,
  `delete from wechat_event where at < foyer_now() - interval '2 days'`,
  `delete from user_session where expires_at < foyer_now()`,
  `delete from verification_code where expires_at < foyer_now() - interval '1 hour'`,
  `delete from verification_wait where updated_at < foyer_now() - interval '2 days' and (until is null or until < foyer_now())`,
  `delete from guess_wait where updated_at < foyer_now() - interval '2 days' and (until is null or until < foyer_now())`,
  `delete from send_budget where until < foyer_now() - interval '1 hour'`,
  `delete from dispatch where sent_at < foyer_now() - interval '2 days'`,
  `delete from link_token where expires_at < foyer_now() - interval '30 days'`,
  // Decoys, and links of accounts that are gone.
  `delete from link_token l where l.expires_at < foyer_now() - interval '1 hour' and not exists (select 1 from account a where a.id = l.account_id)`,
  `delete from captcha_use where expires_at < foyer_now() - interval '1 hour'`,
  `delete from device where seen_at < foyer_now() - interval '400 days'`,
  `delete from sign_in_counter c where c.account_id is not null and not exists (select 1 from account a where a.id = c.account_id)`,
  `delete from sign_in_counter where (key like 'asker:%' or key like 'from:%') and updated_at < foyer_now() - interval '3 days'`,
  `delete from sign_in_counter where account_id is null and updated_at < foyer_now() - interval '90 days'`,
  `delete from sign_in_counter where failures = 0 and pending = '{}' and updated_at < foyer_now() - interval '1 day'`,
  `delete from funnel_event where day < (foyer_now() - interval '400 days')::date`,
  `delete from conversion where queued_at < foyer_now() - interval '400 days'`,
  `delete from page_event where day < (foyer_now() - interval '400 days')::date`,
];

/** Runs in the caller's transaction. */
export async function forgetSpent(sql: Sql): Promise<void> {
  await forgetFlows(sql);
  for (const statement of FORGET) await sql.query(statement);
}
