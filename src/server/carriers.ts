/** Who carries messages and who checks captchas: the services of the settings, else, with `npm start`, what stands in for them. */
import type { Logger } from 'pino';
import { createTencentCaptcha, type TencentCaptchaAccount } from './captcha/tencent.ts';
import type { Simulators } from './host.ts';
import type { Release } from './http/release.ts';
import { createBaiduCarrier } from './outbox/baidu.ts';
import { createGatewayCarrier, createMissingCarrier } from './outbox/gateway.ts';
import { createMailCarrier } from './outbox/mail.ts';
import type { Carriers } from './outbox/types.ts';
import type { Settings } from './settings.ts';
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
    sms: smsGatewayUrl === undefined ? otherwise : createGatewayCarrier(smsGatewayUrl),
    voice: voiceGatewayUrl === undefined ? otherwise : createGatewayCarrier(voiceGatewayUrl),
    ...conversionsOf(settings, simulators, port),
  };
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
