/** What every captcha is, whoever draws it. */
import type { CallContext } from '../types.ts';

/** The three values every provider's captcha ends in. */
export interface CaptchaAnswer {
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}

export interface Captcha {
  /** Whether the ticket is genuine, fresh and unused; uses it up. */
  verify(answer: Required<CaptchaAnswer>, context: CallContext): Promise<boolean>;
}
