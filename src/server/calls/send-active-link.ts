/** `send-active-link`: mails the activation link again. Masked, the answer is the same whoever's mailbox it is; the mail tells. */
import { fold } from '../accounts/identifiers.ts';
import type { Account } from '../accounts/store/account.ts';
import { findAccount } from '../accounts/store/find.ts';
import { mailDeliveryFault } from '../codes/delivery.ts';
import { dispatchFault } from '../codes/dispatch.ts';
import { newLink, screenUrl } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CallContext, HandlerOf, Sql } from '../types.ts';

async function mail(sql: Sql, context: CallContext, to: string, owner: Account | undefined): Promise<string> {
  const isWaiting = owner?.status === 'unactivated';
  const url = await newLink(sql, context, 'activate', isWaiting ? owner.id : undefined);
  if (!owner || owner.status === 'cancelled') {
    const link = screenUrl(context, 'register');
    return sendMessage(sql, context, { channel: 'email', to, template: 'activation-unknown', params: { link } });
  }
  const { username } = owner;
  if (!isWaiting) {
    const link = screenUrl(context, 'sign-in');
    return sendMessage(sql, context, { channel: 'email', to, template: 'welcome', params: { link, username } });
  }
  return sendMessage(sql, context, { channel: 'email', to, template: 'activation', params: { link: url, username } });
}

export const handle: HandlerOf<'send-active-link'> = async (request, context) => {
  const { email } = request;
  const key = fold(email);
  const owner = await findAccount(context.db, { zone: context.zone, emailKey: key, isMaster: true });
  if (context.line.line.wording === 'verbose') {
    const often = await lookupFault(context, 'told');
    if (often) return often;
    if (!owner) return { code: 'Account.Email.NotFound' };
    if (owner.status !== 'unactivated') return { code: 'Account.Email.Actived' };
  }
  const fault = await dispatchFault(request, context, { target: key, channel: 'email', topic: 'activate' });
  if (fault) {
    await context.audit(context.db, 'activation-link-sent', { identifier: key, outcome: fault.code });
    return fault;
  }
  let message = '';
  const answer = await context.settle(async (sql) => {
    message = await mail(sql, context, owner?.email ?? email, owner);
    await context.audit(sql, 'activation-link-sent', { identifier: key, outcome: 'ok' });
    return { code: 200, data: { email } };
  });
  return (await mailDeliveryFault(context, message)) ?? answer;
};
