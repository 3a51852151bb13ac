/** Who is configured for third-party sign-in, by which settings, and where browser and server find them. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ServerLine } from '../../../src/engine/pack.ts';
import type { ThirdPartyAdapter, ThirdPartyConfig } from '../../../src/server/ports/identity.ts';
import { parseSettings, type SettingsError } from '../../../src/server/settings.ts';
import { settingsTable } from '../../../src/server/settings-table.ts';
import {
  createThirdParties,
  NO_THIRD_PARTIES,
  type SimulatedProvider,
} from '../../../src/server/third-party/wiring.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';

const key = `k1:${randomBytes(32).toString('base64')}`;
const SAFE = {
  KEYS_PEPPER: key,
  KEYS_COOKIE: key,
  KEYS_OUTBOX: key,
  KEYS_IDENTIFIER: key,
  SMTP_URL: 'smtps://u:p@mail.example:465',
};
const P256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const P384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const APPLE = {
  APPLE_SERVICES_ID: 'com.example.web',
  APPLE_TEAM_ID: 'ABCDE12345',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: String(P256).replaceAll('\n', '\\n'),
};

function problems(env: Readonly<Record<string, string>>, mode: 'start' | 'serve' = 'serve'): readonly string[] {
  try {
    parseSettings(mode === 'serve' ? { ...SAFE, ...env } : env, mode, VENDORS);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

describe('settings', () => {
  it.each([
    [{ WECHAT_APP_ID: 'wx1' }, 'WECHAT_APP_ID is set and WECHAT_APP_SECRET is missing. Set both, or neither.'],
    [{ QQ_APP_KEY: 'k' }, 'QQ_APP_KEY is set and QQ_APP_ID is missing.'],
    [{ GOOGLE_ISSUER: 'https://accounts.example' }, 'GOOGLE_ISSUER is set and GOOGLE_CLIENT_ID is missing.'],
    [{ ...APPLE, APPLE_KEY_ID: '' }, 'APPLE_SERVICES_ID is set and APPLE_KEY_ID is missing.'],
    [{ ...APPLE, APPLE_PRIVATE_KEY: 'no key' }, 'APPLE_PRIVATE_KEY must be the content of the .p8 file'],
    [{ ...APPLE, APPLE_PRIVATE_KEY: String(P384) }, 'APPLE_PRIVATE_KEY must be the content of the .p8 file'],
    [{ DINGTALK: 'yes' }, 'DINGTALK must be 1 or 0'],
    [{ DINGTALK_API: 'https://api.dingtalk.io' }, 'DINGTALK_API is set and DINGTALK is missing.'],
    [
      { QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_APP_ID_AVICA: '2' },
      'QQ_APP_ID_AVICA is set and QQ_APP_KEY_AVICA is missing.',
    ],
  ])('refuse half an application: %j', (env, told) => {
    for (const mode of ['start', 'serve'] as const) {
      const [first = '', ...others] = problems(env, mode);
      expect(first).toContain(told);
      expect(others.filter((other) => !other.includes(' is missing'))).toEqual([]);
    }
  });

  it.each([
    [{ QQ_APP_ID: 'sim-qq', QQ_APP_KEY: 'k' }, "QQ_APP_ID is a simulator's"],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'sim-key' }, "QQ_APP_KEY is a simulator's"],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH: 'http://graph.example' }, 'QQ_GRAPH is not https'],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH: 'https://localhost:4400' }, 'QQ_GRAPH points to a simulator'],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH: 'https://127.1/x' }, 'QQ_GRAPH points to a simulator'],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH: 'https://0.0.0.0' }, 'QQ_GRAPH points to a simulator'],
    [
      { QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH: 'https://try.example/simulators/qq' },
      'QQ_GRAPH points to a simulator (try.example)',
    ],
    [{ QQ_APP_ID: '1', QQ_APP_KEY: 'k', QQ_GRAPH_AVICA: 'http://graph.example' }, 'QQ_GRAPH_AVICA is not https'],
    [{ DINGTALK: '1', DINGTALK_LOGIN: 'https://login.localhost' }, 'DINGTALK_LOGIN points to a simulator'],
  ])('refuse a simulator in production: %j', (env, told) => {
    expect(problems(env)).toEqual([expect.stringContaining(told)]);
  });

  it('of a provider that is nothing but data are named by its id', () => {
    const env = {
      GITLAB_CLIENT_ID: '1',
      GITLAB_CLIENT_SECRET: 's',
      GITLAB_CLIENT_ID_AVICA: '2',
      GITLAB_CLIENT_SECRET_AVICA: 't',
      OUR_STAFF_CLIENT_ID: '3',
      OUR_STAFF_ISSUER: 'http://127.0.0.1:1',
    };
    const { thirdParties } = parseSettings({ ...SAFE, ...env }, 'serve', VENDORS);
    const of = (id: string, line: string) => thirdParties.of(id, line, 'openid-connect');
    expect(of('gitlab', 'renderbus')).toEqual({ clientId: '1', credentials: { clientSecret: 's' }, endpoints: {} });
    expect(of('gitlab', 'avica')).toEqual({ clientId: '2', credentials: { clientSecret: 't' }, endpoints: {} });
    expect(of('our-staff', 'avica')).toBeUndefined();
    expect(of('bitbucket', 'avica')).toBeUndefined();
    expect(thirdParties.problems(['avica'], { gitlab: 'openid-connect', google: 'google' })).toEqual([]);
    expect(thirdParties.problems(['renderbus'], { gitlab: 'openid-connect', 'our-staff': 'openid-connect' })).toEqual([
      expect.stringContaining('OUR_STAFF_CLIENT_ID is set and OUR_STAFF_CLIENT_SECRET is missing'),
      expect.stringContaining('OUR_STAFF_ISSUER points to a simulator'),
      expect.stringContaining('GITLAB_CLIENT_ID_AVICA is of no line'),
      expect.stringContaining('GITLAB_CLIENT_SECRET_AVICA is of no line'),
    ]);
  });

  it('never repeat a secret', () => {
    const secret = 'sim-canary-secret';
    expect(problems({ QQ_APP_ID: '1', QQ_APP_KEY: secret, APPLE_PRIVATE_KEY: secret }).join()).not.toContain(secret);
  });

  it('are of a line by its name at the end, and of no other', () => {
    const { thirdParties } = parseSettings(
      {
        ...APPLE,
        APPLE_SERVICES_ID_DRAGON_WORKS: 'com.example.dragon',
        QQ_APP_ID_AVICA: '2',
        QQ_APP_KEY_AVICA: 'two',
        DINGTALK: '1',
        DINGTALK_LOGIN: 'https://login.dingtalk.io/',
      },
      'start',
      VENDORS,
    );
    expect(thirdParties.of('qq', 'renderbus')).toBeUndefined();
    expect(thirdParties.of('qq', 'avica')).toEqual({
      clientId: '2',
      credentials: { clientSecret: 'two' },
      endpoints: {},
    });
    expect(thirdParties.of('apple', 'dragon-works')).toEqual({
      clientId: 'com.example.dragon',
      credentials: { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: String(P256) },
      endpoints: {},
    });
    expect(thirdParties.of('apple', 'avica')?.clientId).toBe('com.example.web');
    expect(thirdParties.of('dingtalk', 'avica')).toEqual({
      clientId: '',
      credentials: {},
      endpoints: { login: 'https://login.dingtalk.io' },
    });
    expect(thirdParties.problems(['avica', 'dragon-works'], {})).toEqual([]);
    expect(thirdParties.problems(['renderbus'], {})).toEqual([
      expect.stringContaining('APPLE_SERVICES_ID_DRAGON_WORKS is of no line. End it with one of RENDERBUS'),
      expect.stringContaining('QQ_APP_ID_AVICA is of no line'),
      expect.stringContaining('QQ_APP_KEY_AVICA is of no line'),
    ]);
  });

  it('stand in the table', () => {
    for (const name of ['WECHAT_APP_ID', 'APPLE_PRIVATE_KEY', 'DINGTALK', 'GOOGLE_JWKS'])
      expect(settingsTable()).toContain(`| \`${name}\` |`);
  });
});

describe('wiring', () => {
  const provider = (adapter: string, endpoints: Readonly<Record<string, string>>) => ({
    adapter,
    type: 'qq',
    loginType: 'qq',
    icon: 'qq',
    ways: ['redirect', 'popup'],
    scope: 'all',
    endpoints,
    call: 'qq-login',
  });
  const lineOf = (name = 'alpha') =>
    ({
      name,
      line: { providers: ['second', 'qq'] },
      providers: {
        qq: provider('echo', { graph: 'https://graph.qq.example' }),
        second: provider('missing', {}),
      },
    }) as unknown as ServerLine;
  const made: ThirdPartyConfig[] = [];
  const echo: ThirdPartyAdapter = (config) => {
    made.push(config);
    return {
      start: async ({ state }) => ({
        url: `${config.endpoints.graph}/authorize?state=${state}`,
        widget: { script: `${config.endpoints.graph}/script.js`, state },
      }),
      identify: async () => ({ subject: config.clientId, subjectKind: 'openid', appId: config.clientId }),
    };
  };
  const simulated: Readonly<Record<string, SimulatedProvider>> = {
    qq: { clientId: 'sim-qq', credentials: { clientSecret: 'sim-key' }, endpoints: { graph: '/simulators/qq' } },
  };
  const start = {
    state: 's',
    nonce: 'n',
    codeChallenge: 'c',
    redirectUri: 'https://x.example/cb',
    way: 'redirect' as const,
    language: 'en',
  };
  let port = 0;
  const source = (env: Readonly<Record<string, string>>, more: object = { simulated: (id: string) => simulated[id] }) =>
    createThirdParties({
      settings: parseSettings(env, 'start', VENDORS).thirdParties,
      adapters: { echo },
      port: () => port,
      ...more,
    });

  it('gives nothing that nobody configured', () => {
    const none = source({}, {});
    expect(none.configured(lineOf())).toEqual([]);
    expect(none.of(lineOf(), 'https://alpha.example').get('qq')).toBeUndefined();
    expect(NO_THIRD_PARTIES.of(lineOf(), 'https://alpha.example').get('qq')).toBeUndefined();
  });

  it('gives what the settings configure, at the addresses of the data or the settings', async () => {
    const real = source({ QQ_APP_ID: '1', QQ_APP_KEY: 'one', QQ_GRAPH_BETA: 'https://qq.beta.example' });
    const found = real.of(lineOf(), 'http://alpha.localhost:4400').get('qq');
    expect(real.configured(lineOf())).toEqual(['qq']);
    expect(found).toMatchObject({
      type: 'qq',
      ways: ['redirect', 'popup'],
      call: 'qq-login',
      clientId: '1',
      pages: { graph: 'https://graph.qq.example' },
    });
    expect(await found?.adapter.start(start)).toMatchObject({ url: 'https://graph.qq.example/authorize?state=s' });
    expect(made.at(-1)).toMatchObject({ clientId: '1', clientSecret: 'one', credentials: {}, scope: 'all' });
    const beta = real.of(lineOf('beta'), 'http://beta.localhost:4400').get('qq');
    expect(await beta?.adapter.start(start)).toMatchObject({ url: 'https://qq.beta.example/authorize?state=s' });
  });

  it.each([
    ['http://alpha.localhost:4499', 'http://localhost:4499'],
    ['http://192.168.1.7:4400', 'http://192.168.1.7:4400'],
    ['https://try.example', 'https://try.example'],
    ['http://', 'http://localhost:4711'],
  ])('shows the simulators to a browser at %s below %s', async (own, outside) => {
    port = 0;
    const some = source({});
    const line = lineOf();
    port = 4711;
    const found = some.of(line, own).get('qq');
    expect(found?.clientId).toBe('sim-qq');
    expect(found?.pages).toEqual({ graph: `${outside}/simulators/qq` });
    expect(await found?.adapter.start(start)).toEqual({
      url: `${outside}/simulators/qq/authorize?state=s`,
      widget: { script: `${outside}/simulators/qq/script.js`, state: 's' },
    });
    expect(made.at(-1)?.endpoints).toEqual({ graph: 'http://127.0.0.1:4711/simulators/qq' });
  });

  it('makes one adapter for each line, and knows no name by accident', () => {
    const some = source({});
    const line = lineOf();
    const before = made.length;
    some.of(line, 'http://alpha.localhost:1').get('qq');
    some.of(line, 'http://192.168.1.7:1').get('qq');
    expect(made.length).toBe(before + 1);
    for (const name of ['second', 'constructor', '__proto__', ''])
      expect(some.of(line, 'http://alpha.localhost:1').get(name)).toBeUndefined();
  });
});
