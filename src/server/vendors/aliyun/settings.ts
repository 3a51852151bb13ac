/** Settings of Aliyun's account: SMS and voice. */

import type { CloudTemplates, Signs } from '../../ports/carrier.ts';
import type { VendorSettings } from '../../ports/vendor.ts';
import { base, cloudProblems, type Group, plain, signs, TEMPLATE_LIST, templates } from '../../settings-clouds.ts';

export interface AliyunSettings {
  readonly keyId: string | undefined;
  readonly keySecret: string | undefined;
  readonly sms: string;
  readonly smsSigns: Signs | undefined;
  readonly smsTemplates: CloudTemplates | undefined;
  readonly vms: string;
  readonly vmsNumber: string | undefined;
  readonly vmsTemplates: CloudTemplates | undefined;
}

const LIST: VendorSettings<AliyunSettings>['list'] = {
  keyId: plain('ALIYUN_ACCESS_KEY_ID', "Access key of Aliyun's account, for SMS and voice."),
  keySecret: plain('ALIYUN_ACCESS_KEY_SECRET', 'Its secret. It signs requests and never travels.'),
  sms: base('ALIYUN_SMS', 'https://dysmsapi.aliyuncs.com', 'Base address of SMS with `SMS_PROVIDER=aliyun`.'),
  smsSigns: signs('ALIYUN_SMS_SIGNS'),
  smsTemplates: templates('ALIYUN_SMS_TEMPLATES', `${TEMPLATE_LIST}: \`code.zh=SMS_154950909:code\`.`),
  vms: base('ALIYUN_VMS', 'https://dyvmsapi.aliyuncs.com', 'Base address of voice with `VOICE_PROVIDER=aliyun`.'),
  vmsNumber: plain('ALIYUN_VMS_NUMBER', 'Number that calls show (CalledShowNumber).', "one of Aliyun's own"),
  vmsTemplates: templates('ALIYUN_VMS_TEMPLATES', `${TEMPLATE_LIST}.`),
};

const KEY = ['keyId', 'keySecret'] as const;
const GROUPS: readonly Group<keyof AliyunSettings>[] = [
  { marks: KEY, all: KEY },
  { marks: ['smsSigns', 'smsTemplates'], all: ['smsSigns', 'smsTemplates', ...KEY], channel: 'sms' },
  { marks: ['vmsNumber', 'vmsTemplates'], all: ['vmsTemplates', ...KEY], channel: 'voice' },
];

export const settings: VendorSettings<AliyunSettings> = {
  list: LIST,
  problems: (own, mode, chosen) => cloudProblems({ vendor: 'aliyun', list: LIST, groups: GROUPS }, own, mode, chosen),
};
