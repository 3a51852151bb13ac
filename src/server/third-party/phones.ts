/** Whose a proven phone is, where it is bound to a third-party user. */
import { SUB } from '../accounts/kinds.ts';
import { type WrongSiteCode, wrongSite } from '../accounts/wrong-site.ts';
import type { CallContext, Failure, Sql, Zone } from '../types.ts';
import type { LinkedAccount } from './identities.ts';
import { accountOf } from './verification.ts';

const SUB_REFUSED = { code: 'Sub.Account.Bind.ThirdParty.Not.Support' } as const;
type SubRefused = Failure<(typeof SUB_REFUSED)['code']>;

interface Holder {
  readonly id: string;
  readonly zone: Zone;
  readonly kind: 1 | 2;
}

/** The master that proved this phone, of this zone before the other; else a sub account that has it. */
async function holderOf(sql: Sql, zone: Zone, phone: string, butNot: string | undefined): Promise<Holder | undefined> {
  const [holder] = await sql.query<Holder>(
    `select id, zone, kind from account
      where phone = $2 and phone_verified and status <> 'cancelled' and id is distinct from $3::uuid
      order by (zone = $1) desc, kind limit 1`,
    [zone, phone, butNot ?? null],
  );
  return holder;
}

/**
 * The master account of a proven phone; undefined when nobody has it. A sub account's phone is refused, and so is that of
 * an account of the other zone: who has it has an account there. `provider` is whose user it is to be bound to.
 */
export async function masterOfPhone(
  context: CallContext,
  phone: string,
  provider: string,
): Promise<LinkedAccount | SubRefused | Failure<WrongSiteCode> | undefined> {
  const holder = await holderOf(context.db, context.zone, phone, undefined);
  if (holder && holder.zone !== context.zone) return wrongSite(context, holder.zone, provider);
  return judged(context, holder);
}

/** The other account of this zone that has a phone which `accountId` is to get, as `masterOfPhone` gives it. */
export async function otherMasterOfPhone(
  context: CallContext,
  phone: string,
  accountId: string,
): Promise<LinkedAccount | SubRefused | undefined> {
  const holder = await holderOf(context.db, context.zone, phone, accountId);
  // Each zone knows a phone by itself.
  return judged(context, holder?.zone === context.zone ? holder : undefined);
}

async function judged(
  context: CallContext,
  holder: Holder | undefined,
): Promise<LinkedAccount | SubRefused | undefined> {
  if (!holder) return undefined;
  return holder.kind === SUB ? SUB_REFUSED : accountOf(context, holder.id);
}
