/** The account that the stand-ins for Tencent Cloud accept, and where they answer below this server's own origin. */
import type { CloudTemplates } from '../../server/ports/carrier.ts';
import type { TencentSettings } from '../../server/vendors/tencent/settings.ts';

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
  'sub-account-password-changed': ['brand', 'username'],
  'account-locked': ['brand', 'username'],
  'sub-account-locked': ['brand', 'username'],
  'phone-changed': ['brand', 'username', 'phone'],
  'email-changed': ['brand', 'username', 'email'],
  'username-changed': ['brand', 'oldUsername', 'username'],
  'new-device': ['brand', 'username', 'device', 'time'],
  'sub-account-new-device': ['brand', 'username', 'device', 'time'],
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
export function simulatedTencent(origin: string): Partial<TencentSettings> {
  return {
    secretId: SIMULATED_TENCENT.secretId,
    secretKey: SIMULATED_TENCENT.secretKey,
    captcha: `${origin}${TENCENT_PATH}/captcha`,
    captchaAppId: SIMULATED_TENCENT.captchaAppId,
    captchaAppSecret: SIMULATED_TENCENT.captchaAppSecret,
    captchaScript: `${origin}${TENCENT_PATH}/TJCaptcha.js`,
    sms: `${origin}${TENCENT_PATH}/sms`,
    smsAppId: SIMULATED_TENCENT.smsAppId,
    smsSigns: { '*': 'Simulator' },
    smsTemplates: simulatedTemplates('sms'),
    vms: `${origin}${TENCENT_PATH}/vms`,
    vmsAppId: SIMULATED_TENCENT.vmsAppId,
    vmsTemplates: simulatedTemplates('tts'),
  };
}
