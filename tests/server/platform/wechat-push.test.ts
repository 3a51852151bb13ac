/** Events that WeChat pushes: signed, delivered three times, taken once. And the images of its codes. */
import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { ACCOUNT, WECHAT_PLATFORM } from '../../../src/sandbox/wechat/applications.ts';
import { sha256 } from '../../../src/server/accounts/secrets.ts';
import { newScene } from '../../../src/server/scenes/scenes.ts';
import { parseSettings, type SettingsError } from '../../../src/server/settings.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { createWechatPlatform } from '../../../src/server/vendors/wechat/platform.ts';
import { readEvent } from '../../../src/server/vendors/wechat/push.ts';
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const database = withDatabase();
let app: TestApp;
let own = '';
const PUSH = '/api/foyer/wechat/push';

beforeAll(async () => {
  app = await testApp(database, {
    scenes: (keys) =>
      createWechatPlatform({
        base: () => `${own}${WECHAT_PLATFORM}`,
        mini: { appId: 'sim-wechat-mini', secret: 'sim-wechat-mini-secret', page: 'pages/bind/index' },
        account: ACCOUNT,
        db: database.db,
        keys,
      }),
  });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  own = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
}, 120000);
afterAll(() => app.close());

function signed(changes: Readonly<Record<string, string>> = {}, token = ACCOUNT.token): string {
  const values = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: 'n-1', ...changes };
  const signature = createHash('sha1').update([token, values.timestamp, values.nonce].sort().join('')).digest('hex');
  return `${PUSH}?${new URLSearchParams({ signature, ...values, ...changes })}`;
}
const post = (url: string, xml: string, type = 'text/xml'): Promise<{ status: number; text: string }> =>
  fetch(own + url, { method: 'POST', body: xml, headers: { 'content-type': type } }).then(async (response) => ({
    status: response.status,
    text: await response.text(),
  }));

interface Event {
  readonly openid?: string;
  readonly time?: number;
  readonly event?: string;
  readonly key: string;
}
const xmlOf = ({ openid = 'o-account-mei', time = 1790000000, event = 'SCAN', key }: Event): string =>
  `<xml><ToUserName><![CDATA[gh]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>${time}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey><Ticket><![CDATA[t]]></Ticket></xml>`;

let serial = 0;
/** An account that shows a code of the public account. */
async function shown(seconds = 120): Promise<{ account: string; scene: string }> {
  serial += 1;
  const [row] = await database.db.query<{ id: string }>(
    `insert into account (zone, home_line, kind, username, username_key, business_type, status, user_key, language)
     values ('domestic', 'alpha', 1, $1, $1, 0, 'active', gen_random_uuid()::text, 'en') returning id`,
    [`fan_${serial}`],
  );
  const scene = newScene();
  await database.db.query(
    `insert into wechat_scene (scene_hash, kind, zone, line, account_id, expires_at)
     values ($1, 'publicAccount', 'domestic', 'alpha', $2, foyer_now() + make_interval(secs => $3))`,
    [sha256(scene), row?.id, seconds],
  );
  return { account: row?.id ?? '', scene };
}
const fan = (openid: string): Promise<unknown> =>
  database.db.query('insert into sandbox.wechat_fan (openid) values ($1) on conflict do nothing', [openid]);
const stateOf = async (scene: string): Promise<string | undefined> =>
  (
    await database.db.query<{ state: string }>('select state from wechat_scene where scene_hash = $1', [sha256(scene)])
  )[0]?.state;

test('the service’s first question is echoed, when it is signed', async () => {
  const asked = (url: string): Promise<string> => fetch(own + url).then((response) => response.text());
  expect(await asked(`${signed()}&echostr=12345`)).toBe('12345');
  expect(await asked(`${signed({}, 'another token')}&echostr=12345`)).toBe('');
});

test.each([
  ['an event of somebody who follows', 'SCAN', (scene: string) => scene],
  ['an event of somebody new', 'subscribe', (scene: string) => `qrscene_${scene}`],
])('%s binds, once for three deliveries', async (_, event, keyOf) => {
  const { scene, account } = await shown();
  const openid = `o-account-${event.toLowerCase()}`;
  await fan(openid);
  const xml = xmlOf({ openid, event, key: keyOf(scene) });
  const answers = await Promise.all([1, 2, 3].map(() => post(signed(), xml)));
  expect(answers).toEqual(Array(3).fill({ status: 200, text: 'success' }));
  expect(await stateOf(scene)).toBe('bound');
  const [row] = await database.db.query(
    `select (select count(*)::int from wechat_binding where account_id = $1) as bindings,
        (select count(*)::int from audit where account_id = $1 and event = 'wechat-bound') as events`,
    [account],
  );
  expect(row).toEqual({ bindings: 1, events: 1 });
});

test('an event whose person cannot be asked for is taken at its repetition', async () => {
  const { scene } = await shown();
  await fan('o-account-later');
  const trouble = `insert into sandbox.wechat_trouble (path, errcode, times) values ('/cgi-bin/user/info', -1, 1)
    on conflict (path) do update set times = 1, errcode = -1`;
  await database.db.query(trouble);
  const xml = xmlOf({ openid: 'o-account-later', key: scene });
  expect((await post(signed(), xml)).status).toBe(503);
  expect(await stateOf(scene)).toBe('waiting');
  expect(await post(signed(), xml)).toEqual({ status: 200, text: 'success' });
  expect(await stateOf(scene)).toBe('bound');
});

test('a code that is over, or nobody’s, binds nothing and is no mistake', async () => {
  const { scene } = await shown(-1);
  await fan('o-account-late');
  expect((await post(signed(), xmlOf({ openid: 'o-account-late', key: scene }))).text).toBe('success');
  expect((await post(signed(), xmlOf({ openid: 'o-account-late', time: 2, key: newScene() }))).text).toBe('success');
  expect(await stateOf(scene)).toBe('waiting');
});

test.each([
  ['other events', xmlOf({ event: 'unsubscribe', key: '' })],
  ['following without a code', xmlOf({ event: 'subscribe', key: '' })],
  [
    'a message',
    '<xml><FromUserName>o-1</FromUserName><CreateTime>1</CreateTime><MsgType>text</MsgType><Content>hello</Content></xml>',
  ],
])('%s are answered and do nothing', async (_, xml) => {
  expect(await post(signed(), xml)).toEqual({ status: 200, text: 'success' });
});

test.each([
  ['without a signature', PUSH],
  ['with a signature of another token', () => signed({}, 'x')],
  ['with a signature that is too short', () => signed({ signature: 'abc' })],
  ['signed an hour ago', () => signed({ timestamp: String(Math.floor(Date.now() / 1000) - 3600) })],
  ['signed at no time', () => signed({ timestamp: 'now' })],
])('a push %s is refused', async (_, url) => {
  const { scene } = await shown();
  await fan('o-account-forged');
  const answer = await post(typeof url === 'string' ? url : url(), xmlOf({ openid: 'o-account-forged', key: scene }));
  expect(answer).toEqual({ status: 403, text: '' });
  expect(await stateOf(scene)).toBe('waiting');
});

test.each([
  ['no XML', 'hello', 'text/xml', 400],
  ['broken XML', '<xml><FromUserName>', 'text/xml', 400],
  ['XML of something else', '<html><body/></html>', 'application/xml', 400],
  ['a body of another type', '{}', 'application/json', 400],
  ['a body of an unknown type', 'x', 'application/x-foo', 400],
])('%s is refused', async (_, body, type, status) => {
  expect((await post(signed(), body, type)).status).toBe(status);
});

test('entities are not expanded', () => {
  const bomb = `<!DOCTYPE xml [<!ENTITY a "o-1">]><xml><FromUserName>&a;</FromUserName><CreateTime>1</CreateTime></xml>`;
  expect(readEvent(bomb)?.openid ?? '&a;').toBe('&a;');
});

test('the image of a code is served to whoever has its ticket, while it lives', async () => {
  const { scene } = await shown();
  const ticket = 'A'.repeat(43);
  await database.db.query(
    "update wechat_scene set image_hash = $2, image = '\\xffd8ff', image_type = 'image/jpeg' where scene_hash = $1",
    [sha256(scene), sha256(ticket)],
  );
  const found = await fetch(`${own}/foyer/wxacode/${ticket}`);
  expect([found.status, found.headers.get('content-type'), found.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'no-store',
  ]);
  expect(Buffer.from(await found.arrayBuffer()).toString('hex')).toBe('ffd8ff');
  expect((await fetch(`${own}/foyer/wxacode/${'B'.repeat(43)}`)).status).toBe(404);
  expect((await fetch(`${own}/foyer/wxacode/..%2f..%2fetc`)).status).toBe(404);
  await database.shiftClock(121);
  expect((await fetch(`${own}/foyer/wxacode/${ticket}`)).status).toBe(404);
  await database.shiftClock(-121);
});

describe('settings', () => {
  const key = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
  const SAFE = {
    KEYS_PEPPER: key,
    KEYS_COOKIE: key,
    KEYS_OUTBOX: key,
    KEYS_IDENTIFIER: key,
    SMTP_URL: 'smtps://u:p@mail.example:465',
  };
  const problems = (env: Readonly<Record<string, string>>, mode: 'start' | 'serve' = 'serve'): readonly string[] => {
    try {
      parseSettings(mode === 'serve' ? { ...SAFE, ...env } : env, mode, VENDORS);
      return [];
    } catch (error) {
      return (error as SettingsError).problems;
    }
  };
  const mini = { WECHAT_MINI_APP_ID: 'wx1', WECHAT_MINI_APP_SECRET: 's' };
  const account = { WECHAT_OA_APP_ID: 'wx2', WECHAT_OA_APP_SECRET: 's', WECHAT_OA_TOKEN: 't' };

  test('of own applications, both or one of them, allow a start', () => {
    for (const env of [{}, mini, account, { ...mini, ...account }]) expect(problems(env)).toEqual([]);
  });

  test.each([
    [{ WECHAT_MINI_APP_ID: 'wx1' }, 'WECHAT_MINI_APP_ID is set and WECHAT_MINI_APP_SECRET is missing'],
    [{ ...account, WECHAT_OA_TOKEN: '' }, 'WECHAT_OA_APP_ID is set and WECHAT_OA_TOKEN is missing'],
    [{ ...mini, WECHAT_MINI_PAGE: '/pages/bind?x=1' }, 'WECHAT_MINI_PAGE must be a path like pages/bind/index'],
  ])('that are half are refused in either mode: %j', (env, told) => {
    for (const mode of ['start', 'serve'] as const) expect(problems(env, mode).join('\n')).toContain(told);
  });

  test.each([
    [{ ...mini, WECHAT_MINI_APP_ID: 'sim-wechat-mini' }, 'WECHAT_MINI_APP_ID is a simulator'],
    [{ ...account, WECHAT_OA_TOKEN: 'sim-token' }, 'WECHAT_OA_TOKEN is a simulator'],
    [{ WECHAT_MP: 'http://127.0.0.1:4400/x' }, 'WECHAT_MP points to a simulator'],
    [{ WECHAT_MP: 'https://foyer.example/simulators/wechat-platform' }, 'WECHAT_MP points to a simulator'],
    [{ WECHAT_MP: 'http://api.weixin.qq.example' }, 'WECHAT_MP is not https'],
  ])('of a simulator are refused by serve: %j', (env, told) => {
    expect(problems(env).join('\n')).toContain(told);
    expect(problems(env, 'start')).toEqual([]);
  });
});
