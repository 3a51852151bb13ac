/** Whose a proven phone is, where it is bound to a third-party user. */
import { SUB } from '../accounts/kinds.ts';
import type { Account } from '../accounts/store/account.ts';
import { findNearestAccount, findWithMaster } from '../accounts/store/find.ts';
import { type WrongSiteCode, wrongSite } from '../accounts/wrong-site.ts';
import type { CallContext, Failure } from '../types.ts';
import type { LinkedAccount } from './identities.ts';

const SUB_REFUSED = { code: 'Sub.Account.Bind.ThirdParty.Not.Support' } as const;
type SubRefused = Failure<(typeof SUB_REFUSED)['code']>;

/** The master that proved this phone, of this zone before the other; else a sub account that has it. */
const holderOf = ({ db, zone }: CallContext, phone: string, butNot: string | null): Promise<Account | undefined> =>
  findNearestAccount(db, zone, { phone, statusNot: 'cancelled', idNot: butNot });

/**
 * The master account of a proven phone; undefined when nobody has it. A sub account's phone is refused, and so is that of
 * an account of the other zone: who has it has an account there. `provider` is whose user it is to be bound to.
 */
export async function masterOfPhone(
  context: CallContext,
  phone: string,
  provider: string,
): Promise<LinkedAccount | SubRefused | Failure<WrongSiteCode> | undefined> {
  const holder = await holderOf(context, phone, null);
  if (holder && holder.zone !== context.zone) return wrongSite(context, holder.zone, provider);
  return judged(context, holder);
}

/** The other account of this zone that has a phone which `accountId` is to get, as `masterOfPhone` gives it. */
export async function otherMasterOfPhone(
  context: CallContext,
  phone: string,
  accountId: string,
): Promise<LinkedAccount | SubRefused | undefined> {
  const holder = await holderOf(context, phone, accountId);
  // Each zone knows a phone by itself.
  return judged(context, holder?.zone === context.zone ? holder : undefined);
}

async function judged(
  context: CallContext,
  holder: Account | undefined,
): Promise<LinkedAccount | SubRefused | undefined> {
  if (!holder) return undefined;
  return holder.kind === SUB ? SUB_REFUSED : findWithMaster(context.db, holder.id);
}
