/** `register-check`: whether a username, phone or e-mail can still be registered. Asked often, it wants a captcha. */
import type { RegisterCheckRequest } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { emailFault, phoneFault, usernameFault } from '../accounts/availability.ts';
import { isBlockedEmail } from '../accounts/blocklist.ts';
import { fold, normalisePhone } from '../accounts/identifiers.ts';
import { captchaFault } from '../captcha/captcha.ts';
import { throttleAddress } from '../http/address.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CallContext, Failure, HandlerOf } from '../types.ts';

const INVALID = { code: 'InvalidParameter', data: { field: 'value', keyword: 'pattern' } } as const;
type Code = Calls['register-check']['code'];
const USERNAME = 1;
const PHONE = 2;

/** Whether registering would take the text at all. */
function fits(context: CallContext, field: string, text: string): boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = '' } = context.line.fields[field]?.rule ?? {};
  return text.length >= minLength && text.length <= maxLength && new RegExp(pattern, 'u').test(text);
}

async function fault(
  { checkType, value }: RegisterCheckRequest,
  context: CallContext,
): Promise<Failure<Code> | undefined> {
  if (checkType === USERNAME) {
    return fits(context, 'username', value) ? usernameFault(context.db, context, fold(value)) : INVALID;
  }
  if (checkType === PHONE) {
    const phone = normalisePhone(value, context.line.line.phone.region);
    return fits(context, 'phone', phone) ? phoneFault(context.db, context, phone) : INVALID;
  }
  if (!fits(context, 'email', value)) return INVALID;
  const email = fold(value);
  return (await isBlockedEmail(context, email))
    ? { code: 'Account.Email.Blacklisted' }
    : emailFault(context.db, context, email);
}

export const handle: HandlerOf<'register-check'> = async (request, context) => {
  const within = await context.limiter.take('register-check', throttleAddress(context.address));
  const refused = within.allowed ? undefined : await captchaFault(request, context);
  return (
    refused ??
    (await lookupFault(context, 'register-check')) ??
    (await fault(request, context)) ?? { code: 200, data: {} }
  );
};
