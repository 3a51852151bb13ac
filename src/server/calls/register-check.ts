/** `register-check`: whether a username, phone or e-mail can still be registered. Asked often, it wants a captcha. */
import type { RegisterCheckRequest } from '../../generated/api.ts';
import { emailFault, phoneFault, usernameFault } from '../accounts/availability.ts';
import { isBlockedEmail } from '../accounts/blocklist.ts';
import { fold, normalisePhone } from '../accounts/identifiers.ts';
import { captchaFault } from '../captcha/captcha.ts';
import { throttleAddress } from '../http/address.ts';
import type { CallContext, Failure, Handler } from '../types.ts';

const USERNAME = 1;
const PHONE = 2;

async function fault({ checkType, value }: RegisterCheckRequest, context: CallContext): Promise<Failure | undefined> {
  if (value.includes('\0')) return { code: 'InvalidParameter' };
  if (checkType === USERNAME) return usernameFault(context.db, context, fold(value));
  if (checkType === PHONE) {
    return phoneFault(context.db, context, normalisePhone(value, context.line.line.phone.region));
  }
  const email = fold(value);
  return (await isBlockedEmail(context, email))
    ? { code: 'Account.Email.Blacklisted' }
    : emailFault(context.db, context, email);
}

export const handle: Handler<RegisterCheckRequest> = async (request, context) => {
  const within = await context.limiter.take('register-check', throttleAddress(context.address));
  const refused = within.allowed ? undefined : await captchaFault(request, context);
  return refused ?? (await fault(request, context)) ?? { code: 200, data: {} };
};
