/** Whether an identifier can still be registered. */
import type { CallContext, Failure, Sql } from '../types.ts';
import { readLoginName } from './identifiers.ts';
import { findAccount } from './store/find.ts';

export type TakenPhone = Failure<'Account.Phone.Existed' | 'Account.Phone.Existed.OtherLine'>;

/** The answer for a phone that an account of `homeLine` has. */
function takenPhone(context: CallContext, homeLine: string): TakenPhone {
  return homeLine === context.line.name
    ? { code: 'Account.Phone.Existed' }
    : { code: 'Account.Phone.Existed.OtherLine', data: { otherBrand: context.brandOf(homeLine) } };
}

/** The answer when a master of this zone proved a phone (E.164); undefined when it is free, whoever wrote it down. */
export async function phoneFault(sql: Sql, context: CallContext, phone: string): Promise<TakenPhone | undefined> {
  const holder = await findAccount(sql, { zone: context.zone, phone, isMaster: true });
  return holder && takenPhone(context, holder.home_line);
}

/**
 * The answer when a folded username cannot be had. One that reads as a phone number is kept for whoever owns the phone: at
 * sign-in it means that phone. It counts as taken whether or not an account has the phone, which would otherwise show.
 */
export async function usernameFault(
  sql: Sql,
  context: CallContext,
  username: string,
): Promise<Failure<'Account.UserName.Existed'> | undefined> {
  if (readLoginName(username, context.line.line).phone !== undefined)
    return { code: 'Account.UserName.Existed', data: { phoneLike: true } };
  const holder = await findAccount(sql, { zone: context.zone, isMaster: true, usernameKey: username });
  return holder && { code: 'Account.UserName.Existed' };
}

/** The answer when a folded e-mail address is taken in this zone. */
export async function emailFault(
  sql: Sql,
  context: CallContext,
  email: string,
): Promise<Failure<'Account.Email.Existed'> | undefined> {
  const holder = await findAccount(sql, { zone: context.zone, emailKey: email });
  return holder && { code: 'Account.Email.Existed' };
}
