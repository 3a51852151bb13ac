/** `bind-phone`: binds a proven phone to the signed-in account, its first or another one. */
import type { BindPhoneRequest } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { isBlockedPhone } from '../accounts/blocklist.ts';
import {
  claimPhone,
  confirmContact,
  holdContact,
  PHONE,
  refreshSession,
  rewardBinding,
  spendForContact,
} from '../accounts/contact.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { orLimited } from '../accounts/new-password.ts';
import { maskPhone, provenPhone, type SignedIn, signedIn, tell } from '../accounts/owner.ts';
import { type Refuse, violated } from '../accounts/refused.ts';
import { setPhone } from '../accounts/store/change.ts';
import type { Answer, CallContext, HandlerOf, Ok, Sql } from '../types.ts';

type Code = Calls['bind-phone']['code'];

async function bind(
  sql: Sql,
  context: CallContext,
  found: SignedIn,
  phone: string,
  codeId: string,
  refuse: Refuse<Code>,
): Promise<Ok> {
  const { owner } = found;
  await spendForContact(sql, owner, codeId, refuse);
  const wasTaken = await claimPhone(sql, context, owner, phone, refuse);
  const reward = wasTaken ? {} : await rewardBinding(sql, context, owner, phone);
  await setPhone(sql, { id: owner.id, phone });
  const old = provenPhone(owner);
  const params = { username: owner.username, phone: maskPhone(phone) };
  const notice = old ? { template: 'phone-changed', params } : { template: 'phone-bound', params };
  await tell(sql, context, { email: owner.email, phone: old }, notice);
  await context.audit(sql, 'phone-bound', { accountId: owner.id, identifier: phone, outcome: old ? 'changed' : 'ok' });
  await refreshSession(sql, context, found);
  return { code: 200, data: { phone, ...reward } };
}

async function handleBinding(
  request: BindPhoneRequest,
  context: CallContext,
  refuse: Refuse<Code>,
): Promise<Answer<Code>> {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner } = found;
  const phone = normalisePhone(request.phone);
  if (owner.phone === phone && owner.phone_verified) return { code: 'Account.Phone.Existed', data: { own: true } };
  if (await isBlockedPhone(context, phone)) return { code: 'Account.Register.LowSafe' };
  const purpose = owner.phone_verified ? 'changephone' : 'binddevice';
  const confirmed = await confirmContact(request, context, found, PHONE, purpose, phone);
  if ('code' in confirmed) {
    await context.audit(context.db, 'phone-bound', {
      accountId: owner.id,
      identifier: phone,
      outcome: confirmed.code,
    });
    return confirmed;
  }
  try {
    return await context.settle(async (sql) => {
      await holdContact(sql, context, found, PHONE, phone, refuse);
      return bind(sql, context, found, phone, confirmed.id, refuse);
    });
  } catch (error) {
    // Two bound the same number at once; the other has it.
    if (violated(error) === 'account_phone_unique') return { code: 'Account.Phone.Existed' };
    throw error;
  }
}

export const handle: HandlerOf<'bind-phone'> = (request, context) =>
  orLimited<Code>((refuse) => handleBinding(request, context, refuse));
