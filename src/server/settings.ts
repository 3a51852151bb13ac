/**
 * Every environment variable the server reads, parsed once. The table in docs/operators.md is made from this list
 * (`npx tsx src/server/settings-table.ts`); nothing else under src/server looks at process.env for settings.
 */
import type { CountryNetwork } from './http/country.ts';
import { localRings, PURPOSES, type Rings } from './keys.ts';
import { type CloudSettings, cloudProblems } from './settings-clouds.ts';
import { type Described, isLocal, type Mode } from './settings-kinds.ts';
import { SETTINGS } from './settings-list.ts';
import { parseThirdParties, type ThirdPartySettings } from './settings-third-party.ts';
import { type WechatSettings, wechatProblems } from './settings-wechat.ts';
import type { KeyPurpose } from './types.ts';

export interface Settings extends CloudSettings, WechatSettings {
  readonly mode: Mode;
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly publicScheme: 'http' | 'https';
  readonly line: string | undefined;
  readonly fallbackLine: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute. */
  readonly distDir: string;
  readonly databaseUrl: string | undefined;
  readonly databasePool: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  readonly smsGatewayUrl: string | undefined;
  readonly voiceGatewayUrl: string | undefined;
  readonly apiBase: string;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly metricsFrom: readonly string[];
  readonly metricsHosts: readonly string[];
  /** Header, in small letters, in which trusted proxies tell the client's country. */
  readonly countryHeader: string | undefined;
  readonly countryNetworks: readonly CountryNetwork[];
  /** Base address of the advertisement network that hears of registrations. */
  readonly baiduOcpc: string | undefined;
  readonly baiduOcpcToken: string | undefined;
  readonly baiduOcpcType: number;
  readonly requestsPerMinute: number;
  readonly testClock: boolean;
  readonly seed: boolean;
  readonly logLevel: string;
  readonly thirdParties: ThirdPartySettings;
  /** The key rings; made on first use when settings give none (never in `serve`). */
  rings(): Rings;
}

/** All that is wrong with the settings, one sentence each. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings do not allow a start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

type Env = Readonly<Record<string, string | undefined>>;

type Parsed = { [Key in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Key]['parse']> };

const RING_SETTINGS: Readonly<Record<KeyPurpose, 'keysPepper' | 'keysCookie' | 'keysOutbox' | 'keysIdentifier'>> = {
  pepper: 'keysPepper',
  cookie: 'keysCookie',
  outbox: 'keysOutbox',
  identifier: 'keysIdentifier',
};

/** Parses all settings; throws `SettingsError` with every problem at once. */
export function parseSettings(env: Env, mode: Mode): Settings {
  const problems: string[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [key, { name, parse }] of Object.entries<Described<unknown>>(SETTINGS)) {
    const text = env[name]?.trim();
    try {
      parsed[key] = parse(text === '' ? undefined : text, mode);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  const values = parsed as Parsed;
  const thirdParties = parseThirdParties(env, mode);
  problems.push(
    ...(mode === 'serve' ? unsafe(values, problems) : misplaced(values)),
    ...cloudProblems(values, mode),
    ...wechatProblems(values, mode),
    ...gatewayProblems(values),
    ...thirdParties.problems,
  );
  if (problems.length > 0) throw new SettingsError(problems);
  const { nodeEnv: _nodeEnv, keysPepper: _1, keysCookie: _2, keysOutbox: _3, keysIdentifier: _4, ...plain } = values;
  let rings: Rings | undefined;
  return {
    ...plain,
    mode,
    production: mode === 'serve',
    thirdParties: thirdParties.settings,
    rings() {
      rings ??= ringsOf(values);
      return rings;
    },
  };
}

function ringsOf(values: Parsed): Rings {
  const given = PURPOSES.map((purpose) => [purpose, values[RING_SETTINGS[purpose]]] as const);
  const local = given.every(([, each]) => each !== undefined) ? undefined : localRings(values.dataDir);
  return Object.fromEntries(given.map(([purpose, each]) => [purpose, each ?? local?.[purpose]])) as unknown as Rings;
}

function gatewayProblems({ smsProvider, smsGatewayUrl, voiceProvider, voiceGatewayUrl }: Parsed): string[] {
  return [
    ...(smsProvider === 'gateway' && smsGatewayUrl === undefined
      ? ['SMS_PROVIDER is gateway and SMS_GATEWAY_URL is missing. Set it to where SMS are taken.']
      : []),
    ...(voiceProvider === 'gateway' && voiceGatewayUrl === undefined
      ? ['VOICE_PROVIDER is gateway and VOICE_GATEWAY_URL is missing. Set it to where calls are taken.']
      : []),
  ];
}

function misplaced({ nodeEnv }: Parsed): string[] {
  return nodeEnv === 'production'
    ? [
        'NODE_ENV is production, but npm start opens the inbox to everybody and makes accounts with known passwords. Use node dist/server.js.',
      ]
    : [];
}

/** What production does not start with, each with what to set instead. Values that did not parse are told already. */
function unsafe(values: Parsed, told: readonly string[]): string[] {
  const problems: string[] = [];
  const untold = (name: string): boolean => !told.some((problem) => problem.startsWith(`${name} `));
  for (const purpose of PURPOSES) {
    const key = RING_SETTINGS[purpose];
    const { name } = SETTINGS[key];
    if (values[key] === undefined && untold(name)) {
      problems.push(
        `${name} is missing. Set it to a new key: k1:$(openssl rand -base64 32). Keep it: what was made with it is lost without it.`,
      );
    }
  }
  if (values.testClock)
    problems.push('FOYER_TEST_CLOCK is on. Unset it: a clock that can be shifted opens every expired code and lock.');
  if (values.seed) problems.push('FOYER_SEED is on. Unset it: reference accounts have known passwords.');
  if (values.publicScheme === 'http')
    problems.push(
      'PUBLIC_SCHEME is http. Put a TLS proxy in front and set it to https: passwords and cookies need TLS.',
    );
  if (values.smtpUrl === undefined && untold('SMTP_URL'))
    problems.push('SMTP_URL is missing. Set it to your mail server: the inbox page exists only with npm start.');
  const origins: [string, readonly string[]][] = [
    ['API_BASE', values.apiBase ? [values.apiBase] : []],
    ['ALLOWED_ORIGINS', values.allowedOrigins ?? []],
  ];
  for (const [name, each] of origins) {
    for (const value of each)
      if (!value.startsWith('https://')) problems.push(`${name} holds ${value}. Use https origins only.`);
  }
  if (values.baiduOcpc !== undefined && values.baiduOcpcToken === undefined)
    problems.push('BAIDU_OCPC is set and BAIDU_OCPC_TOKEN is missing. Set it to the token of the advertising account.');
  const gateways: [string, string | undefined][] = [
    ['BAIDU_OCPC', values.baiduOcpc],
    ['SMS_GATEWAY_URL', values.smsGatewayUrl],
    ['VOICE_GATEWAY_URL', values.voiceGatewayUrl],
  ];
  for (const [name, value] of gateways) {
    if (value === undefined) continue;
    if (isLocal(value))
      problems.push(
        `${name} points to this machine (${new URL(value).host}), where only simulators live. Set it to your provider's address.`,
      );
    else if (!value.startsWith('https:'))
      problems.push(`${name} is not https. What it carries must not travel in the clear.`);
  }
  if (values.nodeEnv !== undefined && values.nodeEnv !== 'production')
    problems.push(`NODE_ENV is ${values.nodeEnv}. Unset it or set it to production.`);
  return problems;
}
