/** Settings of Tencent Cloud's account: captcha, SMS and voice. */

import type { CloudTemplates, Signs } from '../../ports/carrier.ts';
import type { VendorSettings } from '../../ports/vendor.ts';
import { base, cloudProblems, type Group, plain, signs, TEMPLATE_LIST, templates } from '../../settings-clouds.ts';
import { address } from '../../settings-kinds.ts';

export interface TencentSettings {
  readonly secretId: string | undefined;
  readonly secretKey: string | undefined;
  readonly region: string;
  readonly captcha: string;
  readonly captchaScript: string | undefined;
  readonly captchaAppId: string | undefined;
  readonly captchaAppSecret: string | undefined;
  readonly sms: string;
  readonly smsAppId: string | undefined;
  readonly smsSigns: Signs | undefined;
  readonly smsTemplates: CloudTemplates | undefined;
  readonly vms: string;
  readonly vmsAppId: string | undefined;
  readonly vmsTemplates: CloudTemplates | undefined;
}

type List = VendorSettings<TencentSettings>['list'];
const LIST: List = {
  secretId: plain('TENCENT_SECRET_ID', "Id of the API key of Tencent Cloud's account, for captcha, SMS and voice."),
  secretKey: plain('TENCENT_SECRET_KEY', 'Its key. It signs requests and never travels.'),
  region: {
    name: 'TENCENT_REGION',
    fallback: '`ap-guangzhou`',
    about: 'Region of SMS and voice.',
    parse: (text) => text ?? 'ap-guangzhou',
  },
  captcha: base(
    'TENCENT_CAPTCHA',
    'https://captcha.tencentcloudapi.com',
    'Base address of the interface that tells whether a ticket is genuine.',
  ),
  captchaScript: {
    name: 'TENCENT_CAPTCHA_SCRIPT',
    fallback:
      '`https://turing.captcha.qcloud.com/TJCaptcha.js`, overseas `https://ca.turing.captcha.qcloud.com/TJNCaptcha-global.js`',
    about: 'Script that draws the captcha, in its frame.',
    parse: (text) => address(text, ['https', 'http']),
  },
  captchaAppId: plain(
    'TENCENT_CAPTCHA_APP_ID',
    'Captcha application, for lines whose `captcha.provider` is `tencent`. Public.',
    'the simulator (`serve`: the built-in captcha takes its place)',
  ),
  captchaAppSecret: plain('TENCENT_CAPTCHA_APP_SECRET', 'Secret of that application.', 'none; needed with it'),
  sms: base('TENCENT_SMS', 'https://sms.tencentcloudapi.com', 'Base address of SMS with `SMS_PROVIDER=tencent`.'),
  smsAppId: plain('TENCENT_SMS_APP_ID', 'SMS application (SmsSdkAppId).', 'none; needed with its provider'),
  smsSigns: signs('TENCENT_SMS_SIGNS'),
  smsTemplates: templates('TENCENT_SMS_TEMPLATES', `${TEMPLATE_LIST}: \`code.zh=449739:code+minutes\`.`),
  vms: base('TENCENT_VMS', 'https://vms.tencentcloudapi.com', 'Base address of voice with `VOICE_PROVIDER=tencent`.'),
  vmsAppId: plain('TENCENT_VMS_APP_ID', 'Voice application (VoiceSdkAppid).', 'none; needed with its provider'),
  vmsTemplates: templates('TENCENT_VMS_TEMPLATES', `${TEMPLATE_LIST}. Codes need none: they are read out.`),
};

const KEY = ['secretId', 'secretKey'] as const;
const GROUPS: readonly Group<keyof TencentSettings>[] = [
  { marks: KEY, all: KEY },
  { marks: ['captchaAppId', 'captchaAppSecret'], all: ['captchaAppId', 'captchaAppSecret', ...KEY] },
  {
    marks: ['smsAppId', 'smsSigns', 'smsTemplates'],
    all: ['smsAppId', 'smsSigns', 'smsTemplates', ...KEY],
    channel: 'sms',
  },
  { marks: ['vmsAppId', 'vmsTemplates'], all: ['vmsAppId', 'vmsTemplates', ...KEY], channel: 'voice' },
];

export const settings: VendorSettings<TencentSettings> = {
  list: LIST,
  problems: (own, mode, chosen) => cloudProblems({ vendor: 'tencent', list: LIST, groups: GROUPS }, own, mode, chosen),
};
