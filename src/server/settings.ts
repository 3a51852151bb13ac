/**
 * Every environment variable the server reads, parsed once. The table in docs/operators.md is made from this list
 * (`npx tsx src/server/settings-table.ts`); nothing else under src/server looks at process.env for settings.
 */
import type { CountryNetwork } from './http/country.ts';
import { localFile, localRings, PURPOSES, type Rings } from './keys.ts';
import { type KnownNames, misspelt } from './misspelt.ts';
import { PlainError } from './plain-error.ts';
import type { AnyVendor, CarriedChannel, Chosen } from './ports/vendor.ts';
import { addressProblem, CHOICES } from './settings-clouds.ts';
import type { Described, Mode } from './settings-kinds.ts';
import { SETTINGS } from './settings-list.ts';
import {
  fixedOf,
  type IdentityKinds,
  listOf,
  parseThirdParties,
  type ThirdPartySettings,
} from './settings-third-party.ts';
import type { KeyPurpose } from './types.ts';

export interface Settings {
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
  /** Origin of the company's own back end. */
  readonly backEnd: string | undefined;
  readonly backEndSecret: string | undefined;
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
  /** Who carries SMS and spoken codes: a vendor's name, or `gateway`. */
  readonly smsProvider: string | undefined;
  readonly voiceProvider: string | undefined;
  readonly requestsPerMinute: number;
  readonly testClock: boolean;
  readonly seed: boolean;
  readonly logLevel: string;
  readonly thirdParties: ThirdPartySettings;
  /** Of each vendor that has any, by its name; what they hold is the vendor's own. */
  readonly vendors: Readonly<Record<string, object>>;
  /** The key rings; made on first use when settings give none (never in `serve`). */
  rings(): Rings;
  /** What holds a ring, for whoever has to mend it: its setting, or the file of the local keys. */
  ringName(purpose: KeyPurpose): string;
}

/** All that is wrong with the settings, one sentence each. */
export class SettingsError extends PlainError {
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

/** Who carries what, by the settings. */
export const chosenBy = ({ smsProvider, voiceProvider }: Pick<Settings, 'smsProvider' | 'voiceProvider'>): Chosen => ({
  sms: smsProvider,
  voice: voiceProvider,
});

/** Reads a list; what does not parse is told and left out. */
function read(list: Readonly<Record<string, Described<unknown>>>, env: Env, mode: Mode, problems: string[]): object {
  const parsed: Record<string, unknown> = {};
  for (const [key, { name, parse }] of Object.entries(list)) {
    const text = env[name]?.trim();
    try {
      parsed[key] = parse(text === '' ? undefined : text, mode);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
    }
  }
  return parsed;
}

/** Settings of sign-in by the adapters that vendors have. */
export const identitiesOf = (vendors: readonly AnyVendor[]): IdentityKinds =>
  Object.fromEntries(vendors.flatMap(({ name, identity }) => (identity ? [[name, identity.settings]] : [])));

/** What may stand in the environment. */
function knownNames(vendors: readonly AnyVendor[]): KnownNames {
  const kinds = identitiesOf(vendors);
  const own = vendors.flatMap(({ settings }) => Object.values<Described<unknown>>(settings?.list ?? {}));
  const ofProviders = Object.values(kinds).flatMap((kind) =>
    typeof kind === 'function' ? listOf({ any: kind('') }) : [],
  );
  return {
    names: [...Object.values(SETTINGS), ...own].map(({ name }) => name),
    perLine: listOf(fixedOf(kinds)).map(({ name }) => name),
    ofProviders: ofProviders.map(({ name }) => name),
  };
}

/** Parses all settings, the vendors' among them; throws `SettingsError` with every problem at once. */
export function parseSettings(env: Env, mode: Mode, vendors: readonly AnyVendor[]): Settings {
  const problems: string[] = [];
  const values = read(SETTINGS, env, mode, problems) as Parsed;
  const own: Record<string, object> = {};
  for (const { name, settings } of vendors) if (settings) own[name] = read(settings.list, env, mode, problems);
  const chosen = chosenBy(values);
  const thirdParties = parseThirdParties(env, mode, identitiesOf(vendors));
  problems.push(
    ...(mode === 'serve' ? unsafe(values, problems) : misplaced(values)),
    ...choiceProblems(chosen, vendors),
    ...vendors.flatMap(({ name, settings }) => settings?.problems(own[name], mode, chosen) ?? []),
    ...gatewayProblems(values),
    ...alone(values, problems),
    ...thirdParties.problems,
    ...misspelt(env, knownNames(vendors)),
  );
  if (problems.length > 0) throw new SettingsError(problems);
  const { nodeEnv: _nodeEnv, keysPepper: _1, keysCookie: _2, keysOutbox: _3, keysIdentifier: _4, ...plain } = values;
  let rings: Rings | undefined;
  return {
    ...plain,
    mode,
    production: mode === 'serve',
    thirdParties: thirdParties.settings,
    vendors: own,
    rings() {
      rings ??= ringsOf(values);
      return rings;
    },
    ringName(purpose) {
      const { name } = SETTINGS[RING_SETTINGS[purpose]];
      return values[RING_SETTINGS[purpose]] === undefined ? `${name} (${localFile(values.dataDir)})` : name;
    },
  };
}

function ringsOf(values: Parsed): Rings {
  const given = PURPOSES.map((purpose) => [purpose, values[RING_SETTINGS[purpose]]] as const);
  const local = given.every(([, each]) => each !== undefined) ? undefined : localRings(values.dataDir);
  return Object.fromEntries(given.map(([purpose, each]) => [purpose, each ?? local?.[purpose]])) as unknown as Rings;
}

/** Carriers that nobody is. */
function choiceProblems(chosen: Chosen, vendors: readonly AnyVendor[]): string[] {
  return (Object.keys(CHOICES) as CarriedChannel[]).flatMap((channel) => {
    const names = [...vendors.filter(({ carriers }) => carriers?.[channel]).map(({ name }) => name), 'gateway'];
    const choice = chosen[channel];
    return choice === undefined || names.includes(choice)
      ? []
      : [`${CHOICES[channel]} must be ${names.slice(0, -1).join(', ')} or gateway.`];
  });
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

/** Settings that do nothing without another one. */
function alone({ countryHeader, trustedProxies, backEnd, backEndSecret }: Parsed, told: readonly string[]): string[] {
  const untold = (name: string): boolean => !told.some((problem) => problem.startsWith(`${name} `));
  return [
    ...(countryHeader !== undefined && trustedProxies?.length === 0
      ? ['COUNTRY_HEADER is set and TRUSTED_PROXIES is missing: nobody is believed who sends it. Set both, or neither.']
      : []),
    ...(backEndSecret !== undefined && backEnd === undefined && untold('BACK_END')
      ? ['BACK_END_SECRET is set and BACK_END is missing. Set both, or neither.']
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
  const gateways: [string, string | undefined][] = [
    ['SMS_GATEWAY_URL', values.smsGatewayUrl],
    ['VOICE_GATEWAY_URL', values.voiceGatewayUrl],
  ];
  for (const [name, value] of gateways) {
    const problem = value === undefined ? undefined : addressProblem(name, value, "your provider's address");
    if (problem !== undefined) problems.push(problem);
  }
  if (values.nodeEnv !== undefined && values.nodeEnv !== 'production')
    problems.push(`NODE_ENV is ${values.nodeEnv}. Unset it or set it to production.`);
  return problems;
}
