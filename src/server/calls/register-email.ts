/** `register-email`: registers a master account by e-mail, not yet active, and mails the activation link. */
import { fold, normalisePhone } from '../accounts/identifiers.ts';
import { keysAnswer, register, registrationFault } from '../accounts/registration.ts';
import { newRenderingUser } from '../accounts/rendering-user.ts';
import { LOGIN_TYPES } from '../accounts/sign-in.ts';
import { type RegistrationDispatchCode, registrationDispatch } from '../codes/dispatch.ts';
import { newLink } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'register-email'> = async (request, context) => {
  if (!context.line.line.offers.emailRegistration) return { code: 'Forbidden' };
  const { email, username } = request;
  const contact = { email, ...(request.phone ? { phone: normalisePhone(request.phone) } : {}) };
  const fault = await registrationFault(request, context, contact);
  if (fault) return fault;
  const mail = registrationDispatch(request, context, fold(email));
  const early = await mail.fault();
  if (early) return early;
  return register<RegistrationDispatchCode>(
    request,
    context,
    { ...contact, status: 'unactivated' },
    {
      async after(sql, account, refuse) {
        const url = await newLink(sql, context, 'activate', account.id);
        await mail.count(sql, refuse);
        await sendMessage(sql, context, {
          channel: 'email',
          to: email,
          template: 'activation',
          params: { link: url, username },
        });
        const rsAuthToken = await newRenderingUser(sql, context, account.id, false);
        const loginType = LOGIN_TYPES.email;
        return { code: 200, data: { ...keysAnswer(context, account), username, email, rsAuthToken, loginType } };
      },
    },
  );
};
