/** A line's captcha policy for a call: `guard.captcha` in calls.json. */
import { throttleAddress } from '../http/address.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import type { CallContext, Handler } from '../types.ts';
import { captchaFault } from './captcha.ts';

/** Whether the call takes a captcha whatever its handler's own limits say. Counts the call where the policy counts. */
async function isAsked(context: CallContext): Promise<boolean> {
  const policy = context.line.calls[context.call]?.guard?.captcha;
  if (typeof policy !== 'object') return policy === 'always';
  const key = `${context.call}\n${throttleAddress(context.address)}`;
  return !(await context.limiter.take(`captcha-after-${policy.after}`, key)).allowed;
}

/** A handler that asks for a captcha first where the line says so. */
export const guardedByCaptcha =
  (handle: Handler<never>): Handler<never> =>
  async (request, context) =>
    ((await isAsked(context)) ? await captchaFault(request as CaptchaAnswer, context) : undefined) ??
    handle(request, context);

/** The handlers, each asking for a captcha first where the line says so. */
export const guardByCaptcha = (
  handlers: Readonly<Record<string, Handler<never>>>,
): Readonly<Record<string, Handler<never>>> =>
  Object.fromEntries(Object.entries(handlers).map(([id, handle]) => [id, guardedByCaptcha(handle)]));
