/** What every captcha is, whoever draws it. `Context` is that of the call which it guards. */

/** The three values every provider's captcha ends in. */
export interface CaptchaAnswer {
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}

/** `outage`: nobody could tell, which is no fault of the visitor's. */
export type CaptchaVerdict = 'passed' | 'failed' | 'outage';

export interface Captcha<Context> {
  /** Whether the ticket is genuine, fresh and unused; uses it up. */
  verify(answer: Required<CaptchaAnswer>, context: Context): Promise<CaptchaVerdict>;
}

/** A captcha that somebody else's script draws, with the account that this server has there. */
export interface VendorCaptcha<Context> extends Captcha<Context> {
  /** Public id of the application; comes back with each ticket. */
  readonly appId: string;
  /** Absolute address of the script. `own` is the origin that the browser sees. */
  script(zone: 'domestic' | 'overseas', own: string): string;
}

/** Captchas by the names that lines have for their providers; one without an account is not among them. */
export type VendorCaptchas<Context> = Readonly<Record<string, VendorCaptcha<Context>>>;
