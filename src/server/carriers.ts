/** Who carries messages and who checks captchas: the services of the settings, else, with `npm start`, what stands in for them. */
import type { Logger } from 'pino';
import type { TencentCaptchaAccount } from './vendors/tencent/account.ts';
import { createTencentCaptcha } from './vendors/tencent/captcha.ts';
import type { Release } from './http/release.ts';
import { createAliyunSmsCarrier } from './vendors/aliyun/sms.ts';
import { createAliyunVoiceCarrier } from './vendors/aliyun/voice.ts';
import { createBaiduCarrier } from './vendors/baidu/conversion.ts';
import { createGatewayCarrier, createMissingCarrier } from './outbox/gateway.ts';
import { createMailCarrier } from './outbox/mail.ts';
import { createTencentSmsCarrier } from './vendors/tencent/sms.ts';
import { createTencentVoiceCarrier } from './vendors/tencent/voice.ts';
import type { Carrier, Carriers } from './ports/carrier.ts';
import type { Settings } from './settings.ts';
import type { CarrierName, CloudSettings } from './settings-clouds.ts';
import type { Simulators } from './stand-ins.ts';
import type { Database } from './types.ts';

export interface CarrierOptions {
  readonly settings: Settings;
  readonly db: Database;
  readonly simulators: Simulators | undefined;
  /** Port listened on, known once it is. */
  readonly port: () => number;
}

/** This server's own origin, as it reaches itself. */
const ownOrigin = (port: () => number): string => `http://127.0.0.1:${port()}`;

export function carriersOf({ settings, db, simulators, port }: CarrierOptions): Carriers {
  const otherwise = simulators?.carrier(db) ?? createMissingCarrier();
  const { smtpUrl, mailFrom, smsGatewayUrl, voiceGatewayUrl } = settings;
  return {
    email:
      smtpUrl === undefined
        ? otherwise
        : createMailCarrier({ url: smtpUrl, ...(mailFrom === undefined ? {} : { from: mailFrom }) }),
    sms:
      cloudCarrier('sms', settings.smsProvider, { settings, simulators, port }) ??
      (smsGatewayUrl === undefined ? otherwise : createGatewayCarrier(smsGatewayUrl)),
    voice:
      cloudCarrier('voice', settings.voiceProvider, { settings, simulators, port }) ??
      (voiceGatewayUrl === undefined ? otherwise : createGatewayCarrier(voiceGatewayUrl)),
    ...conversionsOf(settings, simulators, port),
  };
}

/** The cloud's carrier that the settings name; undefined where they name none. */
function cloudCarrier(
  channel: 'sms' | 'voice',
  provider: CarrierName | undefined,
  { settings, simulators, port }: Omit<CarrierOptions, 'db'>,
): Carrier | undefined {
  if (provider !== 'tencent' && provider !== 'aliyun') return undefined;
  const own = provider === 'tencent' ? settings.tencentSecretId : settings.aliyunKeyId;
  const stand = own === undefined ? simulators?.clouds : undefined;
  const values: CloudSettings = { ...settings, ...stand?.('') };
  const base = (name: 'tencentSms' | 'tencentVms' | 'aliyunSms' | 'aliyunVms') => (): string =>
    stand?.(ownOrigin(port))[name] ?? settings[name];
  if (provider === 'tencent') {
    const { tencentSecretId = '', tencentSecretKey = '', tencentRegion: region } = values;
    const common = { key: { secretId: tencentSecretId, secretKey: tencentSecretKey }, region };
    return channel === 'sms'
      ? createTencentSmsCarrier({
          ...common,
          base: base('tencentSms'),
          appId: values.tencentSmsAppId ?? '',
          signs: values.tencentSmsSigns ?? {},
          templates: values.tencentSmsTemplates ?? {},
        })
      : createTencentVoiceCarrier({
          ...common,
          base: base('tencentVms'),
          appId: values.tencentVmsAppId ?? '',
          templates: values.tencentVmsTemplates ?? {},
        });
  }
  const key = { keyId: values.aliyunKeyId ?? '', keySecret: values.aliyunKeySecret ?? '' };
  const { aliyunVmsNumber: number } = values;
  return channel === 'sms'
    ? createAliyunSmsCarrier({
        key,
        base: base('aliyunSms'),
        signs: values.aliyunSmsSigns ?? {},
        templates: values.aliyunSmsTemplates ?? {},
      })
    : createAliyunVoiceCarrier({
        key,
        base: base('aliyunVms'),
        templates: values.aliyunVmsTemplates ?? {},
        ...(number === undefined ? {} : { number }),
      });
}

/** Messages of the lines that the chosen clouds have no approved template for, as `<setting>: <template>.<language>`. */
export function missingTemplates(release: Release, settings: Settings): readonly string[] {
  const lists = [
    ['sms', settings.smsProvider, 'tencent', 'TENCENT_SMS_TEMPLATES', settings.tencentSmsTemplates],
    ['sms', settings.smsProvider, 'aliyun', 'ALIYUN_SMS_TEMPLATES', settings.aliyunSmsTemplates],
    ['voice', settings.voiceProvider, 'tencent', 'TENCENT_VMS_TEMPLATES', settings.tencentVmsTemplates],
    ['voice', settings.voiceProvider, 'aliyun', 'ALIYUN_VMS_TEMPLATES', settings.aliyunVmsTemplates],
  ] as const;
  const missing = lists.flatMap(([channel, chosen, provider, setting, templates]) => {
    if (chosen !== provider || templates === undefined) return [];
    const served = release.lines.filter(({ name }) => settings.line === undefined || settings.line === name);
    const keys = served.flatMap(({ server }) =>
      server.line.languages.offered.flatMap((language) =>
        Object.keys(server.messages[language] ?? {})
          .filter((key) => key.startsWith(`${channel}.`))
          .map((key) => `${key.slice(channel.length + 1)}.${language}`),
      ),
    );
    // Tencent reads codes out without a template.
    const needed = keys.filter((key) => !(provider === 'tencent' && channel === 'voice' && key.startsWith('code.')));
    return needed.filter((key) => !Object.hasOwn(templates, key)).map((key) => `${setting}: ${key}`);
  });
  return [...new Set(missing)];
}

/** Who hears of registrations: the network of the settings, else the simulator, else nobody. */
function conversionsOf(
  { baiduOcpc, baiduOcpcToken, baiduOcpcType: newType }: Settings,
  simulators: Simulators | undefined,
  port: () => number,
): Pick<Carriers, 'conversion'> {
  if (baiduOcpc !== undefined)
    return { conversion: createBaiduCarrier({ base: () => baiduOcpc, token: baiduOcpcToken ?? '', newType }) };
  const simulated = simulators?.baidu;
  if (!simulated) return {};
  const base = (): string => `${ownOrigin(port)}${simulated.path}`;
  return { conversion: createBaiduCarrier({ base, token: simulated.token, newType }) };
}

const SCRIPTS = {
  domestic: 'https://turing.captcha.qcloud.com/TJCaptcha.js',
  overseas: 'https://ca.turing.captcha.qcloud.com/TJNCaptcha-global.js',
} as const;

/** The account with Tencent's captcha; undefined where there is none, and then the built-in captcha is every line's. */
export function tencentCaptchaOf(
  { settings, simulators, port }: Omit<CarrierOptions, 'db'>,
  logger: Logger,
): TencentCaptchaAccount | undefined {
  const stand = settings.tencentCaptchaAppId === undefined ? simulators?.clouds : undefined;
  const values = { ...settings, ...stand?.('') };
  const { tencentCaptchaAppId: appId, tencentCaptchaAppSecret: appSecret } = values;
  const { tencentSecretId: secretId, tencentSecretKey: secretKey } = values;
  if (!appId || !appSecret || !secretId || !secretKey) return undefined;
  return createTencentCaptcha({
    appId,
    appSecret,
    key: { secretId, secretKey },
    base: () => stand?.(ownOrigin(port)).tencentCaptcha ?? settings.tencentCaptcha,
    script: (zone, own) => stand?.(own).tencentCaptchaScript ?? settings.tencentCaptchaScript ?? SCRIPTS[zone],
    onTrouble: ({ verdict, code }) =>
      logger[verdict === 'outage' ? 'error' : 'info']({ verdict, answer: code }, "a ticket of Tencent's captcha"),
  });
}

/** Tells of lines whose captcha this server has no account with. */
export function tellMissingCaptcha(release: Release, account: TencentCaptchaAccount | undefined, logger: Logger): void {
  const lines = release.lines.filter(({ server }) => server.line.captcha.provider === 'tencent');
  if (account !== undefined || lines.length === 0) return;
  logger.warn(
    { lines: lines.map(({ name }) => name) },
    "lines name Tencent's captcha, and TENCENT_CAPTCHA_APP_ID is not set: the built-in captcha takes its place",
  );
}

/** Tells of lines that send codes by SMS while nobody carries any. */
export function tellUnsentSms(release: Release, settings: Settings, logger: Logger): void {
  if (settings.smsProvider !== undefined || settings.smsGatewayUrl !== undefined) return;
  const lines = release.lines.filter(
    ({ server: { line } }) => line.offers.phoneRegistration || line.offers.phoneSignIn,
  );
  if (lines.length === 0) return;
  logger.warn(
    { lines: lines.map(({ name }) => name) },
    'neither SMS_PROVIDER nor SMS_GATEWAY_URL is set: codes by SMS stay unsent on these lines',
  );
}
