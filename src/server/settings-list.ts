/** The list of settings: name, default, what it does, and how its text is read. `settings.ts` makes values of them. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { plainAddress } from './http/address.ts';
import type { CountryNetwork } from './http/country.ts';
import { parseRing, type Ring } from './keys.ts';
import type { CarriedChannel } from './ports/vendor.ts';
import { CHOICES } from './settings-clouds.ts';
import { address, type Described, flag, integer, list, origin } from './settings-kinds.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function hostName(text: string): string {
  if (!/^[a-z0-9.-]+$/i.test(text) && isIP(text) === 0)
    throw new Error(`holds ${text}, which is no host; write it without a port`);
  return plainAddress(text) || text.toLowerCase();
}

/** A mailbox, with a name before it or without. */
function sender(text: string | undefined): string | undefined {
  if (text !== undefined && !/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text))
    throw new Error('must be a mailbox, like accounts@example.com or Example <accounts@example.com>');
  return text;
}

/** Whether it is an address, or a network by an address and its bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isLength = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && !address.includes('%') && isLength && more.length === 0;
}

function proxy(text: string): string {
  if (!isNetwork(text) && !['loopback', 'linklocal', 'uniquelocal'].includes(text)) {
    throw new Error(
      `holds ${text}; write addresses, networks like 10.0.0.0/8 or fd00::/8, or loopback, linklocal, uniquelocal`,
    );
  }
  return text;
}

function countryNetwork(text: string): CountryNetwork {
  const [, network = '', country = ''] = /^([0-9a-f.:]+(?:\/[0-9]{1,3})?)=([A-Z]{2})$/i.exec(text) ?? [];
  if (!isNetwork(network)) throw new Error(`holds ${text}; write networks with their country, like 203.0.113.0/24=CN`);
  return { network, country: country.toUpperCase() };
}

function ring(name: string, purpose: string): Described<Ring | undefined> {
  return {
    name,
    fallback: 'made on first start (refused by `serve`)',
    about: `Key ring ${purpose}: \`id:base64,id:base64\`, at least 32 bytes each, newest first. Put a new key in front to rotate; drop an old one when nothing made with it is needed.`,
    parse: (text) => (text === undefined ? undefined : parseRing(text)),
  };
}

const choice = (channel: CarriedChannel, gateway: string, what: string): Described<string | undefined> => ({
  name: CHOICES[channel],
  fallback: `\`gateway\` with \`${gateway}\`, else the inbox page (\`serve\`: they stay owed)`,
  about: `Who carries ${what}: \`gateway\`, or a cloud by the name that its settings begin with, in small letters. With \`npm start\` and no key of the cloud's, its simulator does.`,
  parse: (text) => text,
});

/** The list. Order is the order of the documented table. */
export const SETTINGS = {
  port: { name: 'PORT', fallback: '4400', about: 'Port to listen on.', parse: (text) => integer(text, 4400, 0, 65535) },
  host: {
    name: 'HOST',
    fallback: '`localhost` (`serve`: `0.0.0.0`)',
    about: 'Address to listen on. `0.0.0.0` for all of this machine.',
    parse: (text, mode) => {
      if (text !== undefined && !/^[a-z0-9.-]+$/i.test(text) && isIP(text) === 0)
        throw new Error(`is ${text}, which is no address; write it without scheme and port`);
      return text ?? (mode === 'serve' ? '0.0.0.0' : 'localhost');
    },
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
    about: 'Directory of the compiled releases, for the build as well. The programs of production stay in `dist`.',
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
    about: 'Sender of all mail: `accounts@example.com`, or `Example <accounts@example.com>`.',
    parse: sender,
  },
  backEnd: {
    name: 'BACK_END',
    fallback: 'none',
    about: 'Origin of your own back end, which answers the calls that the data declares so (`answeredBy`).',
    parse: (text) => (text === undefined ? undefined : origin(text)),
  },
  backEndSecret: {
    name: 'BACK_END_SECRET',
    fallback: 'none',
    about: 'Sent to it as a bearer token, so that it knows who asks; 32 characters or more.',
    parse: (text) => {
      if (text !== undefined && text.length < 32) throw new Error('must be 32 characters or more');
      return text;
    },
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
    about:
      'Origin of the API when it differs from that of the pages. Set it for the build as well: a release of another is refused.',
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
  metricsHosts: {
    name: 'METRICS_HOSTS',
    fallback: 'none',
    about:
      'Hosts by which `/metrics` is asked for, comma separated and without a port, such as `foyer.monitoring.svc`. Loopback names, and the address that was called, need no entry.',
    parse: (text) => list(text).map(hostName),
  },
  countryHeader: {
    name: 'COUNTRY_HEADER',
    fallback: 'none',
    about:
      "Header in which proxies of `TRUSTED_PROXIES` tell the client's country as two letters, such as `CF-IPCountry`. It proposes the matching site and forces nothing.",
    parse: (text) => {
      if (text !== undefined && !/^[a-z0-9-]+$/i.test(text)) throw new Error('must be the name of a header');
      return text?.toLowerCase();
    },
  },
  countryNetworks: {
    name: 'COUNTRY_NETWORKS',
    fallback: 'none: every address counts as being where its line is',
    about: 'Networks and their countries where no header tells, comma separated: `203.0.113.0/24=CN,2001:db8::/32=US`.',
    parse: (text) => list(text).map(countryNetwork),
  },
  smsProvider: choice('sms', 'SMS_GATEWAY_URL', 'SMS'),
  voiceProvider: choice('voice', 'VOICE_GATEWAY_URL', 'spoken codes'),
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
