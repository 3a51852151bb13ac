/** The account that the stand-ins for Tencent Cloud accept, and where they answer below this server's own origin. */
import type { CloudSettings, CloudTemplates } from '../../server/settings-clouds.ts';

export const TENCENT_PATH = '/simulators/tencent';

export const SIMULATED_TENCENT = {
  secretId: 'AKIDsimulatedsimulatedsimulated00',
  secretKey: 'simulatedkeysimulatedkeysimulate',
  captchaAppId: '190000000',
  captchaAppSecret: 'simulated0captcha0secret',
  smsAppId: '1400000000',
  vmsAppId: '1400000001',
} as const;

/** Messages that its templates know, with everything that may fill them. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  code: ['code', 'minutes', 'brand'],
  'no-account': ['brand'],
  'password-changed': ['brand', 'username'],
  'account-locked': ['brand', 'username'],
  'sub-account-locked': ['brand', 'username'],
  'phone-changed': ['brand', 'username', 'phone'],
  'email-changed': ['brand', 'username', 'email'],
  'username-changed': ['brand', 'oldUsername', 'username'],
  'new-device': ['brand', 'username', 'device', 'time'],
};

/** Approved templates of a simulated account: their ids say what they are for. */
export function simulatedTemplates(prefix: string): CloudTemplates {
  return Object.fromEntries(
    Object.entries(TEMPLATES).flatMap(([name, params]) =>
      ['en', 'zh'].map((language) => [
        `${name}.${language}`,
        { id: `${prefix}_${name.replace('-', '')}_${language}`, params },
      ]),
    ),
  );
}

/** Settings of a server that speaks to the stand-ins at its own origin. */
export function simulatedTencent(origin: string): Partial<CloudSettings> {
  return {
    tencentSecretId: SIMULATED_TENCENT.secretId,
    tencentSecretKey: SIMULATED_TENCENT.secretKey,
    tencentCaptcha: `${origin}${TENCENT_PATH}/captcha`,
    tencentCaptchaAppId: SIMULATED_TENCENT.captchaAppId,
    tencentCaptchaAppSecret: SIMULATED_TENCENT.captchaAppSecret,
    tencentCaptchaScript: `${origin}${TENCENT_PATH}/TJCaptcha.js`,
    tencentSms: `${origin}${TENCENT_PATH}/sms`,
    tencentSmsAppId: SIMULATED_TENCENT.smsAppId,
    tencentSmsSigns: { '*': 'Simulator' },
    tencentSmsTemplates: simulatedTemplates('sms'),
    tencentVms: `${origin}${TENCENT_PATH}/vms`,
    tencentVmsAppId: SIMULATED_TENCENT.vmsAppId,
    tencentVmsTemplates: simulatedTemplates('tts'),
  };
}
