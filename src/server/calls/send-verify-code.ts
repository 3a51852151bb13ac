/**
 * `send-verify-code`: sends a code by SMS or voice. Masked, the answer says nothing about accounts: a code for signing in
 * always goes out, and a phone without an account that asks to recover one is told so in its message.
 */
import { phoneFault, type TakenPhone } from '../accounts/availability.ts';
import { isBlockedPhone } from '../accounts/blocklist.ts';
import { PHONE } from '../accounts/contact.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { SUB } from '../accounts/kinds.ts';
import { signedIn } from '../accounts/owner.ts';
import type { Account } from '../accounts/store/account.ts';
import { findAccount } from '../accounts/store/find.ts';
import { newCode, type Purpose } from '../codes/codes.ts';
import { phoneDeliveryFault } from '../codes/delivery.ts';
import { dispatchFault } from '../codes/dispatch.ts';
import { sendCode, sendMessage } from '../codes/messages.ts';
import { isOwn, isRedeemable } from '../codes/redeemable.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CallContext, Failure, HandlerOf } from '../types.ts';

const VOICE = 2;

/** What verbose wording says before anything is sent. */
async function verboseFault(
  purpose: Purpose,
  context: CallContext,
  phone: string,
  account: Account | undefined,
): Promise<TakenPhone | Failure<'Account.NotFound' | 'Account.Sub.Reset.Pwd.Not.Support'> | undefined> {
  if (purpose === 'register') return phoneFault(context.db, context, phone);
  if (purpose !== 'forgetpassword') return undefined;
  if (!account) return { code: 'Account.NotFound' };
  return account.kind === SUB ? { code: 'Account.Sub.Reset.Pwd.Not.Support' } : undefined;
}

/** The account that a proven phone recovers or signs in; a cancelled one no longer counts. */
const ownerOf = ({ db, zone }: CallContext, phone: string): Promise<Account | undefined> =>
  findAccount(db, { zone, phone, statusNot: 'cancelled' });

export const handle: HandlerOf<'send-verify-code'> = async (request, context) => {
  const { purpose } = request;
  const phone = normalisePhone(request.phone);
  const channel = request.channel === VOICE ? 'voice' : 'sms';
  const own = isOwn(purpose) ? (await signedIn(context))?.owner : undefined;
  // Of one's own account there is nothing to ask without one.
  if (isOwn(purpose) && !own) return { code: '602' };
  if (!isRedeemable(context, purpose, own?.kind)) return { code: 'Forbidden' };
  // It is the account's already: there is nothing to bind, and no message to send.
  if (own && PHONE.purposes.includes(purpose) && own.phone_verified && own.phone === phone)
    return { code: 'Account.Phone.Existed', data: { own: true } };
  if (await isBlockedPhone(context, phone)) return { code: 'Account.Register.LowSafe' };
  const owner = await ownerOf(context, phone);
  if (context.line.line.wording === 'verbose') {
    const fault = (await lookupFault(context, 'told')) ?? (await verboseFault(purpose, context, phone, owner));
    if (fault) return fault;
  }
  const fault = await dispatchFault(request, context, { target: phone, channel, topic: 'code' });
  if (fault) {
    await context.audit(context.db, 'code-sent', { identifier: phone, outcome: fault.code });
    return fault;
  }
  const nobody = purpose === 'forgetpassword' && !owner;
  let message = '';
  const answer = await context.settle(async (sql) => {
    const code = await newCode(sql, context, purpose, phone, {
      ...(own ? { accountId: own.id } : {}),
      ...(own && PHONE.purposes.includes(purpose) ? { replaces: PHONE.of(own) } : {}),
      ...(purpose === 'forgetpassword' && owner ? { accountId: owner.id } : {}),
      decoy: nobody,
    });
    message = nobody
      ? await sendMessage(sql, context, { channel, to: phone, template: 'no-account', params: {} })
      : await sendCode(sql, context, { channel, to: phone, purpose, code });
    await context.audit(sql, 'code-sent', { identifier: phone, outcome: 'ok' });
    return { code: 200, data: {} };
  });
  return (await phoneDeliveryFault(context, message)) ?? answer;
};
