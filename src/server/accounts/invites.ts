/** Inviter codes: 5001 there is none, 5002 not for this business type, 5003 expired or used up. */
import type { CallContext, Sql } from '../types.ts';
import { fold } from './identifiers.ts';

export interface Invite {
  readonly id: string;
}

/** Finds a good inviter code; gives the code of the fault otherwise. Without a business type, any type will do. */
export async function findInvite(
  sql: Sql,
  context: CallContext,
  inviteCode: string,
  businessType: number | undefined,
): Promise<Invite | { readonly fault: '5001' | '5002' | '5003' }> {
  const [invite] = await sql.query<{ id: string; fits: boolean; over: boolean }>(
    `select id, (business_types is null or $3::smallint is null or $3 = any(business_types)) as fits,
        (coalesce(expires_at <= foyer_now(), false) or coalesce(uses_left <= 0, false)) as over
       from invite_code where zone = $1 and code_key = $2`,
    [context.zone, fold(inviteCode), businessType ?? null],
  );
  if (!invite) return { fault: '5001' };
  if (!invite.fits) return { fault: '5002' };
  if (invite.over) return { fault: '5003' };
  return { id: invite.id };
}

/** Counts a use in the registration's transaction; false when the last use went to another. */
export async function takeInvite(sql: Sql, context: CallContext, invite: Invite, accountId: string): Promise<boolean> {
  const used = await sql.query(
    `with taken as (
       update invite_code set uses_left = uses_left - 1 where id = $1 and (uses_left is null or uses_left > 0) returning id)
     insert into invite_use (invite_id, account_id, zone) select id, $2, $3 from taken returning invite_id`,
    [invite.id, accountId, context.zone],
  );
  return used.length === 1;
}
