/** Captchas: one small interface, chosen by the line's data, and the guard that calls use. */
import type { CallContext, Failure } from '../types.ts';
import { builtIn } from './built-in.ts';

/** The three values every provider's captcha ends in. */
export interface CaptchaAnswer {
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}

export interface Captcha {
  /** Id that a ticket must name. */
  readonly appId: string;
  /** Whether this server itself gives the challenges. */
  readonly challenges: boolean;
  /** Whether the ticket is genuine, fresh and unused; uses it up. */
  verify(answer: Required<CaptchaAnswer>, context: CallContext): Promise<boolean>;
}

const PROVIDERS: Readonly<Record<string, Captcha>> = { 'built-in': builtIn };

/** The captcha of this request's line. Throws when the line names one that this server has no adapter for. */
export function captchaOf(context: CallContext): Captcha {
  const { provider } = context.line.line.captcha;
  const found = PROVIDERS[provider];
  if (!found) throw new Error(`There is no captcha adapter named ${provider}.`);
  return found;
}

/** The answer that makes the browser show the captcha and repeat the call. */
export const CAPTCHA_REQUIRED: Failure = { code: 'Account.Sign.GraphicVerificationRequired' };
const CAPTCHA_FAILED: Failure = { code: 'Account.Validate.IntelligentFailed' };

/** Checks a required captcha: undefined when it is passed, else the answer to give. Uses the ticket up. */
export async function captchaFault(request: CaptchaAnswer, context: CallContext): Promise<Failure | undefined> {
  const { ticket, randstr, captchaAppId } = request;
  if (!ticket) return CAPTCHA_REQUIRED;
  const passed = await captchaOf(context).verify(
    { ticket, randstr: randstr ?? '', captchaAppId: captchaAppId ?? '' },
    context,
  );
  if (passed) return undefined;
  await context.audit(context.db, 'captcha', { outcome: 'failed' });
  return CAPTCHA_FAILED;
}
