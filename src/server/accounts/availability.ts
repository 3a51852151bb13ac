/** Whether an identifier can still be registered. */
import type { CallContext, Failure, Sql } from '../types.ts';
import { normalisePhone } from './identifiers.ts';

/** The answer for a phone that an account of `homeLine` has. */
function takenPhone(context: CallContext, homeLine: string): Failure {
  return homeLine === context.line.name
    ? { code: 'Account.Phone.Existed' }
    : { code: 'Account.Phone.Existed.OtherLine', data: { otherBrand: context.brandOf(homeLine) } };
}

/** The answer when a master of this zone proved a phone (E.164); undefined when it is free, whoever wrote it down. */
export async function phoneFault(sql: Sql, context: CallContext, phone: string): Promise<Failure | undefined> {
  const [holder] = await sql.query<{ home_line: string }>(
    'select home_line from account where zone = $1 and phone = $2 and phone_verified and kind = 1',
    [context.zone, phone],
  );
  return holder && takenPhone(context, holder.home_line);
}

/**
 * The answer when a folded username is taken. One that reads as another account's proven phone counts as taken, since a
 * login name could then mean both; `ownPhone` is the phone registered along with it.
 */
export async function usernameFault(
  sql: Sql,
  context: CallContext,
  username: string,
  ownPhone?: string,
): Promise<Failure | undefined> {
  const asPhone = /^[0-9]+$/.test(username) ? normalisePhone(username, context.line.line.phone.region) : null;
  const taken = await sql.query(
    `select 1 from account where zone = $1 and kind = 1 and username_key = $2
     union all select 1 from account where zone = $1 and phone = $3 and phone_verified and phone is distinct from $4 limit 1`,
    [context.zone, username, asPhone, ownPhone ?? null],
  );
  return taken.length > 0 ? { code: 'Account.UserName.Existed' } : undefined;
}

/** The answer when a folded e-mail address is taken in this zone. */
export async function emailFault(sql: Sql, context: CallContext, email: string): Promise<Failure | undefined> {
  const taken = await sql.query('select 1 from account where zone = $1 and email_key = $2', [context.zone, email]);
  return taken.length > 0 ? { code: 'Account.Email.Existed' } : undefined;
}
