/** Settings of the clouds that check captchas and carry SMS and calls: Tencent's and Aliyun's. */
import { address, type Described, isLocal, list, type Mode } from './settings-kinds.ts';

/** A text that the cloud approved: its id there, and which of our parameters fill it, in order. */
export interface CloudTemplate {
  readonly id: string;
  readonly params: readonly string[];
}
/** `<template>.<language>` → the cloud's template. */
export type CloudTemplates = Readonly<Record<string, CloudTemplate>>;
/** Folder of a line → the signature that its messages bear; `*` for all others. */
export type Signs = Readonly<Record<string, string>>;

export type CarrierName = 'gateway' | 'tencent' | 'aliyun';

export interface CloudSettings {
  readonly smsProvider: CarrierName | undefined;
  readonly voiceProvider: CarrierName | undefined;
  readonly tencentSecretId: string | undefined;
  readonly tencentSecretKey: string | undefined;
  readonly tencentRegion: string;
  readonly tencentCaptcha: string;
  readonly tencentCaptchaScript: string | undefined;
  readonly tencentCaptchaAppId: string | undefined;
  readonly tencentCaptchaAppSecret: string | undefined;
  readonly tencentSms: string;
  readonly tencentSmsAppId: string | undefined;
  readonly tencentSmsSigns: Signs | undefined;
  readonly tencentSmsTemplates: CloudTemplates | undefined;
  readonly tencentVms: string;
  readonly tencentVmsAppId: string | undefined;
  readonly tencentVmsTemplates: CloudTemplates | undefined;
  readonly aliyunKeyId: string | undefined;
  readonly aliyunKeySecret: string | undefined;
  readonly aliyunSms: string;
  readonly aliyunSmsSigns: Signs | undefined;
  readonly aliyunSmsTemplates: CloudTemplates | undefined;
  readonly aliyunVms: string;
  readonly aliyunVmsNumber: string | undefined;
  readonly aliyunVmsTemplates: CloudTemplates | undefined;
}

const plain = (name: string, about: string, fallback = 'none'): Described<string | undefined> => ({
  name,
  fallback,
  about,
  parse: (text) => text,
});

const base = (name: string, otherwise: string, about: string): Described<string> => ({
  name,
  fallback: `\`${otherwise}\``,
  about,
  parse: (text) => address(text, ['https', 'http']) ?? otherwise,
});

const provider = (name: string, gateway: string, what: string): Described<CarrierName | undefined> => ({
  name,
  fallback: `\`gateway\` with \`${gateway}\`, else the inbox page (\`serve\`: they stay owed)`,
  about: `Who carries ${what}: \`tencent\`, \`aliyun\` or \`gateway\`. With \`npm start\` and no key of the cloud's, its simulator does.`,
  parse: (text) => {
    if (text !== undefined && text !== 'gateway' && text !== 'tencent' && text !== 'aliyun')
      throw new Error('must be tencent, aliyun or gateway');
    return text;
  },
});

const TEMPLATE = /^([a-z]+(?:-[a-z]+)*\.[a-z]{2})=([A-Za-z0-9_]+)(?::([A-Za-z]+(?:\+[A-Za-z]+)*))?$/;

const templates = (name: string, about: string): Described<CloudTemplates | undefined> => ({
  name,
  fallback: 'none; needed with its provider',
  about,
  parse: (text) =>
    text === undefined
      ? undefined
      : Object.fromEntries(
          list(text).map((entry) => {
            const [, key = '', id = '', params] = TEMPLATE.exec(entry) ?? [];
            if (id === '') throw new Error(`holds ${entry}; write templates like code.en=123456:code+minutes`);
            return [key, { id, params: params?.split('+') ?? [] }];
          }),
        ),
});

const signs = (name: string): Described<Signs | undefined> => ({
  name,
  fallback: 'none; needed with its provider',
  about:
    'Approved signatures, by the folder of the line, comma separated: `renderbus=Renderbus,*=Foyer`. One alone is for all lines.',
  parse: (text) =>
    text === undefined
      ? undefined
      : Object.fromEntries(
          list(text).map((entry) => {
            const [line = '', sign] = entry.split('=', 2);
            return sign === undefined ? ['*', line] : [line, sign];
          }),
        ),
});

const TEMPLATE_LIST = 'Approved templates by message and language, comma separated, with the parameters that fill them';

/** Their part of the list. */
export const CLOUD_SETTINGS = {
  smsProvider: provider('SMS_PROVIDER', 'SMS_GATEWAY_URL', 'SMS'),
  voiceProvider: provider('VOICE_PROVIDER', 'VOICE_GATEWAY_URL', 'spoken codes'),
  tencentSecretId: plain(
    'TENCENT_SECRET_ID',
    "Id of the API key of Tencent Cloud's account, for captcha, SMS and voice.",
  ),
  tencentSecretKey: plain('TENCENT_SECRET_KEY', 'Its key. It signs requests and never travels.'),
  tencentRegion: {
    name: 'TENCENT_REGION',
    fallback: '`ap-guangzhou`',
    about: 'Region of SMS and voice.',
    parse: (text) => text ?? 'ap-guangzhou',
  },
  tencentCaptcha: base(
    'TENCENT_CAPTCHA',
    'https://captcha.tencentcloudapi.com',
    'Base address of the interface that tells whether a ticket is genuine.',
  ),
  tencentCaptchaScript: {
    name: 'TENCENT_CAPTCHA_SCRIPT',
    fallback:
      '`https://turing.captcha.qcloud.com/TJCaptcha.js`, overseas `https://ca.turing.captcha.qcloud.com/TJNCaptcha-global.js`',
    about: 'Script that draws the captcha, in its frame.',
    parse: (text) => address(text, ['https', 'http']),
  },
  tencentCaptchaAppId: plain(
    'TENCENT_CAPTCHA_APP_ID',
    'Captcha application, for lines whose `captcha.provider` is `tencent`. Public.',
    'the simulator (`serve`: the built-in captcha takes its place)',
  ),
  tencentCaptchaAppSecret: plain('TENCENT_CAPTCHA_APP_SECRET', 'Secret of that application.', 'none; needed with it'),
  tencentSms: base(
    'TENCENT_SMS',
    'https://sms.tencentcloudapi.com',
    'Base address of SMS with `SMS_PROVIDER=tencent`.',
  ),
  tencentSmsAppId: plain('TENCENT_SMS_APP_ID', 'SMS application (SmsSdkAppId).', 'none; needed with its provider'),
  tencentSmsSigns: signs('TENCENT_SMS_SIGNS'),
  tencentSmsTemplates: templates('TENCENT_SMS_TEMPLATES', `${TEMPLATE_LIST}: \`code.zh=449739:code+minutes\`.`),
  tencentVms: base(
    'TENCENT_VMS',
    'https://vms.tencentcloudapi.com',
    'Base address of voice with `VOICE_PROVIDER=tencent`.',
  ),
  tencentVmsAppId: plain('TENCENT_VMS_APP_ID', 'Voice application (VoiceSdkAppid).', 'none; needed with its provider'),
  tencentVmsTemplates: templates('TENCENT_VMS_TEMPLATES', `${TEMPLATE_LIST}. Codes need none: they are read out.`),
  aliyunKeyId: plain('ALIYUN_ACCESS_KEY_ID', "Access key of Aliyun's account, for SMS and voice."),
  aliyunKeySecret: plain('ALIYUN_ACCESS_KEY_SECRET', 'Its secret. It signs requests and never travels.'),
  aliyunSms: base('ALIYUN_SMS', 'https://dysmsapi.aliyuncs.com', 'Base address of SMS with `SMS_PROVIDER=aliyun`.'),
  aliyunSmsSigns: signs('ALIYUN_SMS_SIGNS'),
  aliyunSmsTemplates: templates('ALIYUN_SMS_TEMPLATES', `${TEMPLATE_LIST}: \`code.zh=SMS_154950909:code\`.`),
  aliyunVms: base('ALIYUN_VMS', 'https://dyvmsapi.aliyuncs.com', 'Base address of voice with `VOICE_PROVIDER=aliyun`.'),
  aliyunVmsNumber: plain('ALIYUN_VMS_NUMBER', 'Number that calls show (CalledShowNumber).', "one of Aliyun's own"),
  aliyunVmsTemplates: templates('ALIYUN_VMS_TEMPLATES', `${TEMPLATE_LIST}.`),
} satisfies Record<keyof CloudSettings, Described<unknown>>;

type Key = keyof CloudSettings;
const nameOf = (key: Key): string => CLOUD_SETTINGS[key].name;

const TENCENT_KEY: readonly Key[] = ['tencentSecretId', 'tencentSecretKey'];
const ALIYUN_KEY: readonly Key[] = ['aliyunKeyId', 'aliyunKeySecret'];

/** What belongs together: where one of `marks` is set, or a provider chosen, `all` are needed. */
interface Group {
  readonly marks: readonly Key[];
  readonly all: readonly Key[];
  readonly chosen?: readonly [key: 'smsProvider' | 'voiceProvider', value: CarrierName];
}
const GROUPS: readonly Group[] = [
  { marks: TENCENT_KEY, all: TENCENT_KEY },
  { marks: ALIYUN_KEY, all: ALIYUN_KEY },
  {
    marks: ['tencentCaptchaAppId', 'tencentCaptchaAppSecret'],
    all: ['tencentCaptchaAppId', 'tencentCaptchaAppSecret', ...TENCENT_KEY],
  },
  {
    marks: ['tencentSmsAppId', 'tencentSmsSigns', 'tencentSmsTemplates'],
    all: ['tencentSmsAppId', 'tencentSmsSigns', 'tencentSmsTemplates', ...TENCENT_KEY],
    chosen: ['smsProvider', 'tencent'],
  },
  {
    marks: ['tencentVmsAppId', 'tencentVmsTemplates'],
    all: ['tencentVmsAppId', 'tencentVmsTemplates', ...TENCENT_KEY],
    chosen: ['voiceProvider', 'tencent'],
  },
  {
    marks: ['aliyunSmsSigns', 'aliyunSmsTemplates'],
    all: ['aliyunSmsSigns', 'aliyunSmsTemplates', ...ALIYUN_KEY],
    chosen: ['smsProvider', 'aliyun'],
  },
  {
    marks: ['aliyunVmsNumber', 'aliyunVmsTemplates'],
    all: ['aliyunVmsTemplates', ...ALIYUN_KEY],
    chosen: ['voiceProvider', 'aliyun'],
  },
];

/** Half configurations in either mode; in `serve` also what is missing altogether, and addresses or keys of simulators. */
export function cloudProblems(values: CloudSettings, mode: Mode): string[] {
  const problems = new Set<string>();
  for (const { marks, all, chosen } of GROUPS) {
    const [choice, value] = chosen ?? [];
    const isChosen = choice !== undefined && values[choice] === value;
    const mark = marks.find((key) => values[key] !== undefined);
    if (mark === undefined && !(isChosen && mode === 'serve')) continue;
    const why = mark === undefined ? `${nameOf(choice as Key)} is ${value}` : `${nameOf(mark)} is set`;
    for (const key of all)
      if (values[key] === undefined) problems.add(`${nameOf(key)} is missing, and ${why}. Set it, or unset the other.`);
    if (mark !== undefined && choice !== undefined && !isChosen)
      problems.add(`${nameOf(mark)} is set and ${nameOf(choice)} is not ${value}. Set it, or unset the other.`);
  }
  if (mode === 'start') return [...problems];
  for (const key of Object.keys(CLOUD_SETTINGS) as Key[]) {
    const value = values[key];
    if (typeof value !== 'string') continue;
    if (/^https?:/.test(value)) {
      if (isLocal(value))
        problems.add(
          `${nameOf(key)} points to this machine (${new URL(value).host}), where only simulators live. Set it to the cloud's address.`,
        );
      else if (!value.startsWith('https:'))
        problems.add(`${nameOf(key)} is not https. What it carries must not travel in the clear.`);
    } else if (/simulat/i.test(value))
      problems.add(`${nameOf(key)} is the simulator's. Set it to the one of your own account.`);
  }
  return [...problems];
}
