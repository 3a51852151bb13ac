/** Tencent's captcha (product 1110): what this deployment has of it. */
import type { Zone } from '../types.ts';

export interface TencentCaptchaAccount {
  /** Public id of the application (CaptchaAppId). */
  readonly appId: string;
  /** Absolute address of the script that draws it. `own` is the origin that the browser sees. */
  script(zone: Zone, own: string): string;
}
