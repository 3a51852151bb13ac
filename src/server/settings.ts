/**
 * Every environment variable the server reads, parsed once. The table in docs/operators.md is made from this list
 * (`npx tsx src/server/settings-table.ts`); nothing else under src/server looks at process.env for settings.
 */
import { resolve } from 'node:path';
import { localRings, PURPOSES, parseRing, type Ring, type Rings } from './keys.ts';
import type { KeyPurpose } from './types.ts';

/** `start`: embedded default with simulators and reference accounts. `serve`: production. */
export type Mode = 'start' | 'serve';

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
  readonly smsGatewayUrl: string | undefined;
  readonly voiceGatewayUrl: string | undefined;
  readonly apiBase: string;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly metricsFrom: readonly string[];
  readonly requestsPerMinute: number;
  readonly testClock: boolean;
  readonly seed: boolean;
  readonly logLevel: string;
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

interface Described<T> {
  readonly name: string;
  /** As shown in the table of defaults. */
  readonly fallback: string;
  readonly about: string;
  /** Throws with the end of the sentence "<name> …". `text` is undefined when unset or empty. */
  parse(text: string | undefined, mode: Mode): T;
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function integer(text: string | undefined, otherwise: number, least: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`must be a whole number from ${least} to ${most}`);
  return value;
}

function flag(text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (text === '1') return true;
  if (text === '0') return false;
  throw new Error('must be 1 or 0');
}

function address(text: string | undefined, schemes: readonly string[]): string | undefined {
  if (text === undefined) return undefined;
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !schemes.includes(parsed.protocol.slice(0, -1)))
    throw new Error(`must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  return text;
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function origin(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.origin !== text)
    throw new Error(`holds ${text}, which is no origin; write it like https://www.example.com`);
  return text;
}

function proxy(text: string): string {
  if (!/^[0-9a-f.:]+(\/[0-9]{1,3})?$/i.test(text) && !['loopback', 'linklocal', 'uniquelocal'].includes(text)) {
    throw new Error(`holds ${text}; write addresses, networks like 10.0.0.0/8, or loopback, linklocal, uniquelocal`);
  }
  return text;
}

function ring(name: string, purpose: string): Described<Ring | undefined> {
  return {
    name,
    fallback: 'made on first start (refused by `serve`)',
    about: `Key ring ${purpose}: \`id:base64,id:base64\`, at least 32 bytes each, newest first. Put a new key in front to rotate; drop an old one when nothing made with it is needed.`,
    parse: (text) => (text === undefined ? undefined : parseRing(text)),
  };
}

/** The list. Order is the order of the documented table. */
export const SETTINGS = {
  port: { name: 'PORT', fallback: '4400', about: 'Port to listen on.', parse: (text) => integer(text, 4400, 0, 65535) },
  host: {
    name: 'HOST',
    fallback: '`localhost` (`serve`: `0.0.0.0`)',
    about: 'Address to listen on. `0.0.0.0` for all of this machine.',
    parse: (text, mode) => text ?? (mode === 'serve' ? '0.0.0.0' : 'localhost'),
  },
  publicScheme: {
    name: 'PUBLIC_SCHEME',
    fallback: '`http` (`serve`: `https`)',
    about:
      'Scheme that visitors use. TLS ends at a proxy before this server; `https` makes cookies `__Host-` and sends HSTS.',
    parse: (text, mode) => {
      const scheme = text ?? (mode === 'serve' ? 'https' : 'http');
      if (scheme !== 'http' && scheme !== 'https') throw new Error('must be http or https');
      return scheme;
    },
  },
  line: {
    name: 'LINE',
    fallback: 'chosen by host',
    about: 'Folder of the one line to serve, whatever the host.',
    parse: (text) => text,
  },
  fallbackLine: {
    name: 'FALLBACK_LINE',
    fallback: 'the line with the lowest id',
    about: 'Folder of the line that answers unknown hosts; each such request is logged.',
    parse: (text) => text,
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: '`.foyer/data`',
    about: 'Directory of the embedded database, its logs and the local keys.',
    parse: (text) => resolve(text ?? '.foyer/data'),
  },
  distDir: {
    name: 'DIST_DIR',
    fallback: '`dist`',
    about: 'Directory of the compiled releases.',
    parse: (text) => resolve(text ?? 'dist'),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: 'embedded PostgreSQL',
    about: 'Any PostgreSQL from 14 on, reached directly or through a pooler in session mode.',
    parse: (text) => address(text, ['postgres', 'postgresql']),
  },
  databasePool: {
    name: 'DATABASE_POOL',
    fallback: '16',
    about: 'Most connections to the database.',
    parse: (text) => integer(text, 16, 2, 500),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: 'the inbox page (`serve`: required)',
    about: 'Where mail leaves: `smtp://user:password@host:587` or `smtps://…`.',
    parse: (text) => address(text, ['smtp', 'smtps']),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: 'the brand at `no-reply@<brand host>`',
    about: 'Sender of all mail.',
    parse: (text) => text,
  },
  smsGatewayUrl: {
    name: 'SMS_GATEWAY_URL',
    fallback: 'the inbox page (`serve`: SMS stay owed)',
    about: 'Where SMS leave: a POST of JSON each (`id, to, text, template, params, language, line`), answered by 2xx.',
    parse: (text) => address(text, ['https', 'http']),
  },
  voiceGatewayUrl: {
    name: 'VOICE_GATEWAY_URL',
    fallback: 'like SMS',
    about: 'The same for spoken codes.',
    parse: (text) => address(text, ['https', 'http']),
  },
  apiBase: {
    name: 'API_BASE',
    fallback: 'empty: the same origin',
    about: 'Origin of the API when it differs from that of the pages. Set it for the build as well.',
    parse: (text) => (text === undefined ? '' : origin(text)),
  },
  allowedOrigins: {
    name: 'ALLOWED_ORIGINS',
    fallback: 'none but the own',
    about: 'Origins, comma separated, whose pages may call this API with credentials.',
    parse: (text) => list(text).map(origin),
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    fallback: 'none',
    about: 'Proxies whose `X-Forwarded-For` is believed: addresses or networks, comma separated.',
    parse: (text) => list(text).map(proxy),
  },
  metricsFrom: {
    name: 'METRICS_FROM',
    fallback: '`127.0.0.1/8,::1`',
    about: 'Who may read `/metrics`: addresses or networks of the connecting peer, comma separated.',
    parse: (text) => list(text ?? '127.0.0.1/8,::1').map(proxy),
  },
  requestsPerMinute: {
    name: 'REQUESTS_PER_MINUTE',
    fallback: '600',
    about: 'Calls that change something, per client address.',
    parse: (text) => integer(text, 600, 1, 10_000_000),
  },
  testClock: {
    name: 'FOYER_TEST_CLOCK',
    fallback: '0',
    about: '`1` lets tests shift the database clock. Refused by `serve`.',
    parse: (text) => flag(text, false),
  },
  seed: {
    name: 'FOYER_SEED',
    fallback: '1 (`serve`: 0)',
    about: 'Whether reference accounts are made. Refused by `serve`.',
    parse: (text, mode) => flag(text, mode === 'start'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: '`warn` (`serve`: `info`)',
    about: `One of ${LEVELS.join(', ')}.`,
    parse: (text, mode) => {
      const level = text ?? (mode === 'serve' ? 'info' : 'warn');
      if (!LEVELS.includes(level)) throw new Error(`must be one of ${LEVELS.join(', ')}`);
      return level;
    },
  },
  nodeEnv: {
    name: 'NODE_ENV',
    fallback: '`production` with `serve`',
    about: '`production` refuses `npm start`, with its reference accounts and simulators.',
    parse: (text) => text,
  },
  keysPepper: ring('KEYS_PEPPER', 'over stored passwords'),
  keysCookie: ring('KEYS_COOKIE', 'for sessions, cookies and stored answers'),
  keysOutbox: ring('KEYS_OUTBOX', 'for messages waiting to be sent'),
  keysIdentifier: ring('KEYS_IDENTIFIER', 'for digests of identifiers in the audit table and throttles'),
} satisfies Record<string, Described<unknown>>;

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
  problems.push(...(mode === 'serve' ? unsafe(values, problems) : misplaced(values)));
  if (problems.length > 0) throw new SettingsError(problems);
  const { nodeEnv: _nodeEnv, keysPepper: _1, keysCookie: _2, keysOutbox: _3, keysIdentifier: _4, ...plain } = values;
  let rings: Rings | undefined;
  return {
    ...plain,
    mode,
    production: mode === 'serve',
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

function misplaced({ nodeEnv }: Parsed): string[] {
  return nodeEnv === 'production'
    ? [
        'NODE_ENV is production, but npm start opens the inbox to everybody and makes accounts with known passwords. Use npm run serve.',
      ]
    : [];
}

function isLocal(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname.startsWith('127.') || hostname === '[::1]'
  );
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
    if (value === undefined) continue;
    if (isLocal(value))
      problems.push(
        `${name} points to this machine (${new URL(value).host}), where only simulators live. Set it to your provider's address.`,
      );
    else if (!value.startsWith('https:')) problems.push(`${name} is not https. Codes must not travel in the clear.`);
  }
  if (values.nodeEnv !== undefined && values.nodeEnv !== 'production')
    problems.push(`NODE_ENV is ${values.nodeEnv}. Unset it or set it to production.`);
  return problems;
}
