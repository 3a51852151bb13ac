/** The account that the stand-ins for Tencent Cloud accept, and where they answer below this server's own origin. */
import type { CloudSettings } from '../../settings-clouds.ts';

export const TENCENT_PATH = '/simulators/tencent';

export const SIMULATED_TENCENT = {
  secretId: 'AKIDsimulatedsimulatedsimulated00',
  secretKey: 'simulatedkeysimulatedkeysimulate',
  captchaAppId: '190000000',
  captchaAppSecret: 'simulated0captcha0secret',
  smsAppId: '1400000000',
  vmsAppId: '1400000001',
} as const;

/** Settings of a server that speaks to the stand-ins at its own origin. */
export function simulatedTencent(origin: string): Partial<CloudSettings> {
  return {
    tencentSecretId: SIMULATED_TENCENT.secretId,
    tencentSecretKey: SIMULATED_TENCENT.secretKey,
    tencentCaptcha: `${origin}${TENCENT_PATH}/captcha`,
    tencentCaptchaAppId: SIMULATED_TENCENT.captchaAppId,
    tencentCaptchaAppSecret: SIMULATED_TENCENT.captchaAppSecret,
    tencentCaptchaScript: `${origin}${TENCENT_PATH}/TJCaptcha.js`,
  };
}
