/** Settings that would fail later, or do nothing: told with all others before anything is started. */
import { among } from '../../../src/server/http/address.ts';
import { countryFinder } from '../../../src/server/http/country.ts';
import { parseSettings, type Settings, type SettingsError } from '../../../src/server/settings.ts';
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
