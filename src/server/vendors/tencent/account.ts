/** The account with Tencent's captcha, as handlers and frames see it. */
import type { ServerLine } from '../../../engine/pack.ts';

/** `outage`: nobody could tell. `code` is the interface's, for the log. */
export interface Checked {
  readonly verdict: 'passed' | 'failed' | 'outage';
  readonly code: string;
}

export interface TencentCaptchaAccount {
  /** Public id of the application (CaptchaAppId). */
  readonly appId: string;
  /** Absolute address of the script that draws it. `own` is the origin that the browser sees. */
  script(zone: ServerLine['line']['zone'], own: string): string;
  check(ticket: string, randstr: string, address: string): Promise<Checked>;
}
