/** `send-email-code`: mails a code to the address that is to become the signed-in account's. Says nothing about who has it. */
import { isBlockedEmail } from '../accounts/blocklist.ts';
import { EMAIL } from '../accounts/contact.ts';
import { fold } from '../accounts/identifiers.ts';
import { signedIn } from '../accounts/owner.ts';
import { newCode } from '../codes/codes.ts';
import { mailDeliveryFault } from '../codes/delivery.ts';
import { dispatchFault } from '../codes/dispatch.ts';
import { sendCode } from '../codes/messages.ts';
import { isRedeemable } from '../codes/redeemable.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'send-email-code'> = async (request, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner } = found;
  if (!isRedeemable(context, 'changeemail', owner.kind)) return { code: 'Forbidden' };
  const key = fold(request.email);
  // It is the account's already: there is nothing to change, and no message to send.
  if (owner.email !== null && fold(owner.email) === key) return { code: 'Account.Email.Existed', data: { own: true } };
  if (await isBlockedEmail(context, key)) return { code: 'Account.Email.Blacklisted' };
  const fault = await dispatchFault(request, context, { target: key, channel: 'email', topic: 'code' });
  if (fault) {
    await context.audit(context.db, 'code-sent', { identifier: key, outcome: fault.code });
    return fault;
  }
  let message = '';
  const answer = await context.settle(async (sql) => {
    const code = await newCode(sql, context, 'changeemail', key, { accountId: owner.id, replaces: EMAIL.of(owner) });
    message = await sendCode(sql, context, { channel: 'email', to: request.email, purpose: 'changeemail', code });
    await context.audit(sql, 'code-sent', { accountId: owner.id, identifier: key, outcome: 'ok' });
    return { code: 200, data: {} };
  });
  return (await mailDeliveryFault(context, message)) ?? answer;
};
