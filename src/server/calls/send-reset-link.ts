/** `send-reset-link`: mails the link that resets a password, to the address as it is stored; a mailbox without an account is told so in its mail. */
import { fold } from '../accounts/identifiers.ts';
import { SUB } from '../accounts/kinds.ts';
import type { Account } from '../accounts/store/account.ts';
import { findAccount } from '../accounts/store/find.ts';
import { mailDeliveryFault } from '../codes/delivery.ts';
import { dispatchFault } from '../codes/dispatch.ts';
import { newLink, screenUrl } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CallContext, HandlerOf, Sql } from '../types.ts';

async function mail(sql: Sql, context: CallContext, to: string, owner: Account | undefined): Promise<string> {
  const url = await newLink(sql, context, 'reset', owner?.id);
  if (!owner) {
    const link = screenUrl(context, 'register');
    return sendMessage(sql, context, { channel: 'email', to, template: 'reset-unknown', params: { link } });
  }
  const { username } = owner;
  return sendMessage(sql, context, { channel: 'email', to, template: 'reset', params: { link: url, username } });
}

export const handle: HandlerOf<'send-reset-link'> = async (request, context) => {
  const { email } = request;
  const key = fold(email);
  const owner = await findAccount(context.db, { zone: context.zone, emailKey: key, statusNot: 'cancelled' });
  if (context.line.line.wording === 'verbose') {
    const often = await lookupFault(context, 'told');
    if (often) return often;
    if (!owner) return { code: 'Account.Email.NotFound' };
    if (owner.kind === SUB) return { code: 'Account.Sub.Reset.Pwd.Not.Support' };
  }
  const fault = await dispatchFault(request, context, { target: key, channel: 'email', topic: 'reset' });
  if (fault) {
    await context.audit(context.db, 'reset-link-sent', { identifier: key, outcome: fault.code });
    return fault;
  }
  let message = '';
  const answer = await context.settle(async (sql) => {
    message = await mail(sql, context, owner?.email ?? email, owner);
    await context.audit(sql, 'reset-link-sent', { identifier: key, outcome: 'ok' });
    return { code: 200, data: { email } };
  });
  return (await mailDeliveryFault(context, message)) ?? answer;
};
