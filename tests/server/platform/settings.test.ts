/** Settings that would fail later, or do nothing: told with all others before anything is started. */
import { among } from '../../../src/server/http/address.ts';
import { countryFinder } from '../../../src/server/http/country.ts';
import { identitiesOf, parseSettings, type Settings, type SettingsError } from '../../../src/server/settings.ts';
import { SETTINGS } from '../../../src/server/settings-list.ts';
import { fixedOf, listOf } from '../../../src/server/settings-third-party.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';

type Env = Readonly<Record<string, string>>;

const parsed = (env: Env): Settings => parseSettings(env, 'start', VENDORS);
const problems = (env: Env): readonly string[] => {
  try {
    parsed(env);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
};

describe('networks', () => {
  const LISTS = ['TRUSTED_PROXIES', 'METRICS_FROM'] as const;
  const COUNTRIES = 'COUNTRY_NETWORKS';
  const good = [
    ...['10.0.0.0/8', '10.0.0.0/0', '10.0.0.1', '10.0.0.1/32', '::1', '::1/128', 'fd00::/8', '::/0'],
    ...['::ffff:10.0.0.0/104', '::ffff:10.0.0.1'],
  ];
  const wrong = [
    ...['10.0.0.0/33', '10.0.0.0/128', '10.0.0.0/-1', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/8.5', '10.0.0.0/1e1'],
    ...[
      '10.0.0/8',
      '10.0.0.256',
      '999.1.1.1',
      '1.2.3',
      '10.0.0.01',
      '::1/129',
      '::1/999',
      ':::1',
      'fe80::1%eth0',
      '/8',
    ],
  ];

  it.each(LISTS.flatMap((name) => [...good, 'loopback', 'uniquelocal'].map((text) => [name, text])))(
    '%s takes %s, and the server can work with it',
    (name, text) => {
      const { trustedProxies, metricsFrom } = parsed({ [name]: `127.0.0.1,${text}` });
      expect(() => among([...trustedProxies, ...metricsFrom])).not.toThrow();
    },
  );

  it.each(LISTS.flatMap((name) => wrong.map((text) => [name, text])))('%s refuses %s', (name, text) => {
    expect(problems({ [name]: `127.0.0.1,${text}` })).toEqual([
      expect.stringContaining(`${name} holds ${text}; write`),
    ]);
  });

  it.each(good)(`${COUNTRIES} takes %s, and the server can work with it`, (text) => {
    const { countryNetworks } = parsed({ [COUNTRIES]: `${text}=CN` });
    expect(() => countryFinder({ header: undefined, networks: countryNetworks, trusted: () => false })).not.toThrow();
  });

  it.each([...wrong.map((text) => `${text}=CN`), '10.0.0.0/8', '10.0.0.0/8=CHN', '10.0.0.0/8=1', 'loopback=CN'])(
    `${COUNTRIES} refuses %s`,
    (text) => {
      expect(problems({ [COUNTRIES]: text })).toEqual([expect.stringContaining(`${COUNTRIES} holds ${text}; write`)]);
    },
  );
});

describe('addresses with a password', () => {
  const ADDRESSES = [
    ['DATABASE_URL', 'postgres'],
    ['DATABASE_URL', 'postgresql'],
    ['SMTP_URL', 'smtp'],
    ['SMTP_URL', 'smtps'],
  ] as const;

  it.each(
    ADDRESSES.flatMap(([name, scheme]) =>
      ['a#b', 'a/b', 'a?b', '1#b', '1/2', '#', 'a%b', '100%', '%zz', 'a#b/c?d'].map((password) => [
        name,
        scheme,
        password,
      ]),
    ),
  )('%s=%s://… says what to do with the password %s, and does not show it', (name, scheme, password) => {
    const [told, ...more] = problems({ [name]: `${scheme}://foyer:${password}@db.internal/foyer` });
    expect(told).toMatch(new RegExp(`^${name} has .* percent-encode`));
    expect([more, told?.includes('foyer:')]).toEqual([[], false]);
  });

  it.each(
    ADDRESSES.flatMap(([name, scheme]) =>
      ['', ':ab', ':a%23b', ':a%2Fb', ':a%25b', ':a@b', ':a:b'].map((password) => [name, scheme, password]),
    ),
  )('%s=%s://foyer%s@… is taken', (name, scheme, password) => {
    expect(problems({ [name]: `${scheme}://foyer${password}@db.internal/foyer?a=b#c` })).toEqual([]);
  });

  it.each(['http://sms.internal/send?from=a@b', 'http://sms.internal:8080/a@b', 'https://u:p@sms.internal/#a@b'])(
    'a gateway may have an @ elsewhere: %s',
    (SMS_GATEWAY_URL) => {
      expect(problems({ SMS_GATEWAY_URL })).toEqual([]);
    },
  );
});

describe('misspelt names', () => {
  const fixed = listOf(fixedOf(identitiesOf(VENDORS))).map(({ name }) => name);
  const known = [
    ...Object.values(SETTINGS).map(({ name }) => name as string),
    ...VENDORS.flatMap(({ settings }) => Object.values<{ name: string }>(settings?.list ?? {}).map(({ name }) => name)),
    ...fixed,
  ];
  const slips: Readonly<Record<string, (name: string, at: number) => string>> = {
    'a letter left out': (name, at) => name.slice(0, at) + name.slice(at + 1),
    'a letter twice': (name, at) => name.slice(0, at) + name[at] + name.slice(at),
    'two letters exchanged': (name, at) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
    'another letter': (name, at) => `${name.slice(0, at)}X${name.slice(at + 1)}`,
    'small letters': (name) => name.toLowerCase(),
  };
  const isGood = (name: string): boolean => known.includes(name) || fixed.some((each) => name.startsWith(`${each}_`));

  it.each(
    known.filter((name) => name.length >= 7).flatMap((name) => Object.keys(slips).map((slip) => [name, slip] as const)),
  )('%s with %s is told', (name, slip) => {
    for (let at = 1; at < name.length - 1; at += 1) {
      const wrong = slips[slip]?.(name, at) ?? '';
      // Of a name of a provider's, the rest may be the name of another provider.
      if (isGood(wrong) || /_(CLIENT_ID|CLIENT_SECRET|ISSUER)$/.test(wrong)) continue;
      expect([wrong, problems({ [wrong]: 'value' })]).toEqual([
        wrong,
        [expect.stringMatching(new RegExp(`^${wrong} is no setting\\. Write [A-Z_]+, or unset it\\.$`))],
      ]);
    }
  });

  it.each([
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['REQUEST_PER_MINUTES', 'REQUESTS_PER_MINUTE'],
    ['ALLOWED_ORIGIN', 'ALLOWED_ORIGINS'],
    ['KEY_COOKIE', 'KEYS_COOKIE'],
    ['KEYS_IDENTIFIERS', 'KEYS_IDENTIFIER'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['GOOGLE_CLIENT_IDS', 'GOOGLE_CLIENT_ID'],
  ])('%s means %s', (wrong, meant) => {
    expect(problems({ [wrong]: 'x' })).toEqual([`${wrong} is no setting. Write ${meant}, or unset it.`]);
  });

  it('a ring of another name is told with the names of the rings', () => {
    const ring = `k1:${'A'.repeat(43)}=`;
    expect(problems({ KEYS_SESSION: ring })).toEqual([
      expect.stringMatching(
        /^KEYS_SESSION is no setting\. The key rings are KEYS_PEPPER, .*KEYS_IDENTIFIER: write one/,
      ),
    ]);
    expect(problems({ KEYS_SERVICE_HOST: '10.0.0.1' })).toEqual([]);
  });

  it.each([
    ...[
      'LINES',
      'COLUMNS',
      'HOSTNAME',
      'HOSTS',
      'PORTS',
      'PATH',
      'HOME',
      'LOGNAME',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
    ],
    ...[
      'DATABASE_PORT',
      'DATABASE_HOST',
      'DATABASE_NAME',
      'FOYER_PORT',
      'FOYER_SERVICE_HOST',
      'SMTP_HOST',
      'SMTP_PORT',
    ],
    ...[
      'GOOGLE_APPLICATION_CREDENTIALS',
      'PGHOST',
      'HTTP_PROXY',
      'no_proxy',
      'ENTERPRISE_SECRET',
      'KEYCLOAK_CLIENT_ID',
    ],
    ...[
      'GOOGLE_CLIENT_ID_AVICA',
      'npm_config_cache',
      'SMS_TOKEN',
      'METRICS_PORT',
      'TENCENT_TOKEN',
      'FOYER_TEST_HANDLERS',
    ],
  ])('%s is left alone', (name) => {
    expect(problems({ [name]: 'x' }).filter((problem) => problem.includes('is no setting'))).toEqual([]);
  });

  it('an empty one is none', () => {
    expect(problems({ TRUSTED_PROXYS: ' ' })).toEqual([]);
  });
});

/** What each refuses by itself; null where any text may be right. */
const REFUSED: Readonly<Record<keyof typeof SETTINGS, string | null>> = {
  port: '70000',
  host: 'http://x',
  publicScheme: 'ftp',
  // Lines are those of the release, which tells of others.
  line: null,
  fallbackLine: null,
  dataDir: null,
  distDir: null,
  databaseUrl: 'mysql://x',
  databasePool: '1',
  smtpUrl: 'mail.internal:25',
  mailFrom: 'Example',
  backEnd: 'https://api.internal/v1',
  backEndSecret: 'short',
  smsGatewayUrl: 'sms.internal',
  voiceGatewayUrl: 'x',
  apiBase: 'api.example.com',
  allowedOrigins: 'https://a.example/',
  trustedProxies: 'proxy',
  metricsFrom: '10.0.0.0/33',
  metricsHosts: 'a:80',
  countryHeader: 'a b',
  countryNetworks: '10.0.0.0/8',
  smsProvider: 'pigeon',
  voiceProvider: 'pigeon',
  requestsPerMinute: '0',
  testClock: 'yes',
  seed: 'yes',
  logLevel: 'loud',
  nodeEnv: null,
  keysPepper: 'k1:short',
  keysCookie: 'k1',
  keysOutbox: 'K1:x',
  keysIdentifier: ',',
};

it.each(
  Object.entries(REFUSED).flatMap(([key, text]) =>
    text === null ? [] : [[SETTINGS[key as keyof typeof SETTINGS].name, text]],
  ),
)('%s refuses %s, and nothing else is told of it', (name, text) => {
  for (const mode of ['start', 'serve'] as const) {
    const about = (): readonly string[] => {
      try {
        parseSettings({ [name]: text }, mode, VENDORS);
        return [];
      } catch (error) {
        return (error as SettingsError).problems.filter((problem) => problem.startsWith(`${name} `));
      }
    };
    expect([mode, about().length]).toEqual([mode, 1]);
  }
});

it.each([
  [{ COUNTRY_HEADER: 'CF-IPCountry' }, /^COUNTRY_HEADER is set and TRUSTED_PROXIES is missing/],
  [{ BACK_END_SECRET: 'x'.repeat(32) }, /^BACK_END_SECRET is set and BACK_END is missing/],
])('%j does nothing alone, and says so', (env, told) => {
  expect(problems(env)).toEqual([expect.stringMatching(told)]);
  expect(problems({ ...env, TRUSTED_PROXIES: '10.0.0.0/8', BACK_END: 'https://api.internal' })).toEqual([]);
});

it.each(['a@b.example', 'Example <a@b.example>', '"Example, Inc." <a@b.example>'])(
  'MAIL_FROM takes %s',
  (MAIL_FROM) => {
    expect(problems({ MAIL_FROM })).toEqual([]);
  },
);

it.each(['::', '::1', '0.0.0.0', 'localhost', 'my-host.internal'])('HOST takes %s', (HOST) => {
  expect(problems({ HOST })).toEqual([]);
});
