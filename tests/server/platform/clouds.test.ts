/** Settings of the clouds: what they read, that half a configuration is told, and that production takes no simulator. */
import { parseSettings, type SettingsError } from '../../../src/server/settings.ts';
import type { Mode } from '../../../src/server/settings-kinds.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';

const KEY = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const SAFE = {
  SMTP_URL: 'smtps://u:p@mail.example',
  KEYS_PEPPER: KEY,
  KEYS_COOKIE: KEY,
  KEYS_OUTBOX: KEY,
  KEYS_IDENTIFIER: KEY,
};
const TENCENT = { TENCENT_SECRET_ID: 'AKIDexample', TENCENT_SECRET_KEY: 'example' };
const CAPTCHA = { TENCENT_CAPTCHA_APP_ID: '190000001', TENCENT_CAPTCHA_APP_SECRET: 'example' };
const TENCENT_SMS = {
  SMS_PROVIDER: 'tencent',
  TENCENT_SMS_APP_ID: '1400006666',
  TENCENT_SMS_SIGNS: 'Foyer',
  TENCENT_SMS_TEMPLATES: 'code.zh=449739:code+minutes,no-account.zh=449740',
};

function problems(env: Record<string, string>, mode: Mode = 'serve'): readonly string[] {
  try {
    parseSettings(env, mode, VENDORS);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

test('they are read: templates with their parameters, signatures by line, the real addresses by default', () => {
  const settings = parseSettings(
    { ...TENCENT, ...TENCENT_SMS, TENCENT_SMS_SIGNS: 'renderbus=Bus,*=Foyer' },
    'start',
    VENDORS,
  );
  expect(settings.smsProvider).toBe('tencent');
  expect(settings.vendors).toMatchObject({
    tencent: {
      sms: 'https://sms.tencentcloudapi.com',
      smsSigns: { renderbus: 'Bus', '*': 'Foyer' },
      smsTemplates: {
        'code.zh': { id: '449739', params: ['code', 'minutes'] },
        'no-account.zh': { id: '449740', params: [] },
      },
    },
    aliyun: { vms: 'https://dyvmsapi.aliyuncs.com' },
  });
});

test.each([
  ['nothing of a cloud', {}],
  ['a whole captcha', { ...TENCENT, ...CAPTCHA }],
  ['whole SMS', { ...TENCENT, ...TENCENT_SMS }],
])('%s: production starts', (_what, env) => {
  expect(problems({ ...SAFE, ...env })).toEqual([]);
});

test.each<[string, Record<string, string>, RegExp, Mode?]>([
  [
    'a captcha without its secret',
    { ...TENCENT, TENCENT_CAPTCHA_APP_ID: '1' },
    /^TENCENT_CAPTCHA_APP_SECRET is missing/,
  ],
  ['a captcha without a key', CAPTCHA, /^TENCENT_SECRET_ID is missing/],
  ['an id without its key', { TENCENT_SECRET_ID: 'AKIDexample' }, /^TENCENT_SECRET_KEY is missing/],
  ['the same while trying out', { TENCENT_SECRET_ID: 'AKIDexample' }, /^TENCENT_SECRET_KEY is missing/, 'start'],
  [
    'a carrier without anything',
    { SMS_PROVIDER: 'aliyun' },
    /^ALIYUN_SMS_SIGNS is missing, and SMS_PROVIDER is aliyun/,
  ],
  ['a carrier nobody chose', { ...TENCENT, ...TENCENT_SMS, SMS_PROVIDER: '' }, /SMS_PROVIDER is not tencent/],
  ['a gateway without its address', { VOICE_PROVIDER: 'gateway' }, /^VOICE_GATEWAY_URL|VOICE_GATEWAY_URL is missing/],
  ['an unknown carrier', { SMS_PROVIDER: 'pigeon' }, /^SMS_PROVIDER must be/],
  ['a template without an id', { TENCENT_SMS_TEMPLATES: 'code' }, /^TENCENT_SMS_TEMPLATES holds code/, 'start'],
  [
    'a simulator',
    { TENCENT_CAPTCHA: 'http://localhost:4400/simulators/tencent' },
    /^TENCENT_CAPTCHA points to this machine/,
  ],
  ['a clear address', { ALIYUN_SMS: 'http://dysmsapi.example' }, /^ALIYUN_SMS is not https/],
  ["a simulator's script", { TENCENT_CAPTCHA_SCRIPT: 'http://127.0.0.1/x.js' }, /^TENCENT_CAPTCHA_SCRIPT points to/],
  [
    "a simulator's key",
    { TENCENT_SECRET_ID: 'AKIDsimulated', TENCENT_SECRET_KEY: 'x' },
    /^TENCENT_SECRET_ID is the simulator's/,
  ],
])('%s: told', (_what, env, expected, mode = 'serve') => {
  const told = problems(mode === 'serve' ? { ...SAFE, ...env } : env, mode);
  expect(told).toContainEqual(expect.stringMatching(expected));
});
