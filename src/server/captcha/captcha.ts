/** Which captcha a line has, by its data, and the guard that calls use. */

import { UNAVAILABLE } from '../http/envelope.ts';
import type { Captcha, CaptchaAnswer, VendorCaptcha } from '../ports/captcha.ts';
import type { CallContext, Failure } from '../types.ts';
import { BUILT_IN_APP_ID, builtIn } from './built-in.ts';

/** The captcha of somebody else's that this line has; undefined where it names none, or this server has no account there. */
function outside({ captchas = {}, line }: CallContext): VendorCaptcha<CallContext> | undefined {
  const { provider } = line.line.captcha;
  return Object.hasOwn(captchas, provider) ? captchas[provider] : undefined;
}

/**
 * Whether the built-in captcha only stands in on this line: for browsers that the other one's script does not reach. Where this
 * server has no account with the other one, the built-in captcha is the line's own.
 */
export const isStandIn = (context: CallContext): boolean => outside(context) !== undefined;

/** The captcha that a ticket of this application is for. */
const captchaOf = (context: CallContext, appId: string): Captcha<CallContext> =>
  (appId === BUILT_IN_APP_ID ? undefined : outside(context)) ?? builtIn;

/** The answer that makes the browser show the captcha and repeat the call. */
export const CAPTCHA_REQUIRED = { code: 'Account.Sign.GraphicVerificationRequired' } as const;
/** What is answered where the ticket did not pass, and where nobody could tell. */
const FAULTS = {
  failed: { code: 'Account.Validate.IntelligentFailed' },
  outage: { code: UNAVAILABLE },
} as const;
export type CaptchaFault = Failure<(typeof CAPTCHA_REQUIRED | (typeof FAULTS)[keyof typeof FAULTS])['code']>;

/** Requests that have passed: a ticket is good once, yet two limits of one call may ask for it. */
const passedBy = new WeakSet<CallContext>();

/** Whether this request's captcha was passed. */
export const hasPassed = (context: CallContext): boolean => passedBy.has(context);

/** Whether the line asks for no captcha at this call, even where limits of the service's own would. */
export const asksNever = ({ line, call }: Pick<CallContext, 'line' | 'call'>): boolean =>
  line.calls[call]?.guard?.captcha === 'never';

/** Checks a required captcha: undefined when it is passed, else the answer to give. Uses the ticket up. */
export async function captchaFault(request: CaptchaAnswer, context: CallContext): Promise<CaptchaFault | undefined> {
  if (passedBy.has(context)) return undefined;
  const fault = asksNever(context) ? undefined : await check(request, context);
  if (fault === undefined) passedBy.add(context);
  return fault;
}

async function check(request: CaptchaAnswer, context: CallContext): Promise<CaptchaFault | undefined> {
  const { ticket, randstr, captchaAppId } = request;
  if (!ticket) return CAPTCHA_REQUIRED;
  const appId = captchaAppId ?? '';
  const verdict = await captchaOf(context, appId).verify(
    { ticket, randstr: randstr ?? '', captchaAppId: appId },
    context,
  );
  if (verdict === 'passed') {
    if (isStandIn(context) && appId === BUILT_IN_APP_ID)
      await context.audit(context.db, 'captcha', { outcome: 'stand-in' });
    return undefined;
  }
  await context.audit(context.db, 'captcha', { outcome: verdict });
  return FAULTS[verdict];
}
