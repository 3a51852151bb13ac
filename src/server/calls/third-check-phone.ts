/** `third-check-phone`: sends a code to the proven phone or mailbox of an account that a third-party sign-in must verify. */
import { fold } from '../accounts/identifiers.ts';
import { newCode } from '../codes/codes.ts';
import { mailDeliveryFault, phoneDeliveryFault } from '../codes/delivery.ts';
import { dispatchFault } from '../codes/dispatch.ts';
import { sendCode } from '../codes/messages.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { verifiable } from '../third-party/verification.ts';
import type { HandlerOf } from '../types.ts';

const VOICE = 2;

export const handle: HandlerOf<'third-check-phone'> = async (request, context) => {
  const found = await verifiable(context, request.token);
  if (!found) return TOKEN_EXPIRED;
  const { contact, account } = found;
  const isPhone = contact.kind === 'phone';
  const channel = isPhone ? (request.channel === VOICE ? 'voice' : 'sms') : 'email';
  const target = isPhone ? contact.to : fold(contact.to);
  const fault = await dispatchFault(request, context, { target, channel, topic: 'code' });
  if (fault) {
    await context.audit(context.db, 'code-sent', { identifier: target, outcome: fault.code });
    return fault;
  }
  let message = '';
  const answer = await context.settle(async (sql) => {
    const code = await newCode(sql, context, 'bindthird', target, { accountId: account.id });
    message = await sendCode(sql, context, { channel, to: contact.to, purpose: 'bindthird', code });
    await context.audit(sql, 'code-sent', { identifier: target, accountId: account.id, outcome: 'ok' });
    return { code: 200, data: { contact: contact.masked, contactKind: contact.kind } };
  });
  // What a mail's receiver said is told as "could not be sent": the mailbox is not the visitor's to correct.
  return (await (isPhone ? phoneDeliveryFault : mailDeliveryFault)(context, message))
    ? { code: 'Validate.Code.SendError' }
    : answer;
};
