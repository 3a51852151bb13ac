/** `change-email`: gives the signed-in master account a proven e-mail address, its first or another one. */
import type { ChangeEmailRequest } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { emailFault } from '../accounts/availability.ts';
import { confirmContact, EMAIL, holdContact, refreshSession, spendForContact } from '../accounts/contact.ts';
import { fold } from '../accounts/identifiers.ts';
import { MASTER } from '../accounts/kinds.ts';
import { orLimited } from '../accounts/new-password.ts';
import { maskEmail, provenPhone, type SignedIn, signedIn, tell } from '../accounts/owner.ts';
import { type Refuse, violated } from '../accounts/refused.ts';
import { setEmail } from '../accounts/store/change.ts';
import type { Answer, CallContext, HandlerOf, Ok, Sql } from '../types.ts';

type Code = Calls['change-email']['code'];

async function change(
  sql: Sql,
  context: CallContext,
  found: SignedIn,
  email: string,
  codeId: string,
  refuse: Refuse<Code>,
): Promise<Ok> {
  const { owner } = found;
  await spendForContact(sql, owner, codeId, refuse);
  const fault = await emailFault(sql, context, fold(email));
  if (fault) throw refuse(fault);
  await setEmail(sql, { id: owner.id, email });
  const params = { username: owner.username, email: maskEmail(email) };
  await tell(sql, context, { email: owner.email, phone: provenPhone(owner) }, { template: 'email-changed', params });
  await context.audit(sql, 'email-changed', { accountId: owner.id, identifier: fold(email), outcome: 'ok' });
  await refreshSession(sql, context, found);
  return { code: 200, data: { email } };
}

async function handleChange(
  request: ChangeEmailRequest,
  context: CallContext,
  refuse: Refuse<Code>,
): Promise<Answer<Code>> {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner } = found;
  // A sub account's contacts are its master's to keep.
  if (owner.kind !== MASTER) return { code: 'Forbidden' };
  if (owner.email !== null && fold(owner.email) === fold(request.email))
    return { code: 'Account.Email.Existed', data: { own: true } };
  const confirmed = await confirmContact(request, context, found, EMAIL, 'changeemail', fold(request.email));
  if ('code' in confirmed) return confirmed;
  try {
    return await context.settle(async (sql) => {
      await holdContact(sql, context, found, EMAIL, fold(request.email), refuse);
      return change(sql, context, found, request.email, confirmed.id, refuse);
    });
  } catch (error) {
    if (violated(error) === 'account_email_unique') return { code: 'Account.Email.Existed' };
    throw error;
  }
}

export const handle: HandlerOf<'change-email'> = (request, context) =>
  orLimited<Code>((refuse) => handleChange(request, context, refuse));
