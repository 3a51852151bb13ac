/** WeChat's platform, spoken to over real HTTP: one token for all instances, images or JSON, and its own mistakes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import { WECHAT_PLATFORM } from '../../../src/sandbox/wechat/applications.ts';
import { simulatedWechatPlatform } from '../../../src/sandbox/wechat/platform.ts';
import type { ThirdPartyError } from '../../../src/server/ports/identity.ts';
import type { ScenePlatform } from '../../../src/server/ports/scenes.ts';
import { newScene } from '../../../src/server/scenes/scenes.ts';
import { createWechatPlatform } from '../../../src/server/vendors/wechat/platform.ts';
import { testKeys } from '../domain/world.ts';
import { withSimulated } from './simulated.ts';

const simulated = withSimulated();
const keys = testKeys();
const MINI = { appId: 'sim-wechat-mini', secret: 'sim-wechat-mini-secret', page: 'pages/bind/index' };
const ACCOUNT = { appId: 'sim-wechat-oa', secret: 'sim-wechat-oa-secret', token: 'sim-wechat-oa-token' };

/** One instance of ours. */
function instance(changes: object = {}, base = `${simulated.own}${WECHAT_PLATFORM}`): Required<ScenePlatform> {
  const { db } = simulated.database;
  return createWechatPlatform({
    base: () => base,
    mini: MINI,
    account: ACCOUNT,
    db,
    keys,
    ...changes,
  }) as Required<ScenePlatform>;
}
const faultOf = (work: Promise<unknown>): Promise<ThirdPartyError> =>
  work.then(
    () => {
      throw new Error('It worked.');
    },
    (error: ThirdPartyError) => error,
  );
const meet = (path: string, errcode: number, times = 1): Promise<Response> =>
  fetch(`${simulated.own}${WECHAT_PLATFORM}/trouble`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, errcode, times }),
  });
const tokens = async (appId: string): Promise<number> => {
  const [row] = await simulated.database.db.query<{ count: number }>(
    'select count(*)::int as count from sandbox.wechat_access where app_id = $1',
    [appId],
  );
  return row?.count ?? 0;
};
beforeEach(async () => {
  await simulated.database.db.query('delete from sandbox.wechat_trouble');
});

test('the settings of the simulator lead to it', () => {
  expect(simulatedWechatPlatform('http://here')).toMatchObject({
    mp: `http://here${WECHAT_PLATFORM}`,
    miniAppId: MINI.appId,
    oaToken: ACCOUNT.token,
  });
});

test('a code of the mini program is an image, a PNG of a code to scan', async () => {
  const { type, bytes } = await instance().mini.code(newScene());
  expect(type).toBe('image/png');
  expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const side = bytes.readUInt32BE(16);
  expect(side).toBeGreaterThanOrEqual(430);
  const start = bytes.indexOf('IDAT') + 4;
  const rows = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
  expect(rows).toHaveLength((Math.ceil(side / 8) + 1) * side);
});

test('twelve questions of four instances at once ask for one token', async () => {
  await simulated.database.db.query('delete from wechat_access');
  const before = await tokens(MINI.appId);
  const instances = Array.from({ length: 4 }, () => instance());
  const images = await Promise.all(
    Array.from({ length: 12 }, (_, nth) => (instances[nth % 4] as Required<ScenePlatform>).mini.code(newScene())),
  );
  expect(images).toHaveLength(12);
  expect(await tokens(MINI.appId)).toBe(before + 1);
});

test('a token near its end is renewed by one, while the old one serves', async () => {
  await instance().mini.code(newScene());
  await simulated.database.db.query("update wechat_access set expires_at = foyer_now() + interval '4 minutes'");
  const before = await tokens(MINI.appId);
  await Promise.all(Array.from({ length: 6 }, () => instance().mini.code(newScene())));
  expect(await tokens(MINI.appId)).toBe(before + 1);
  // Where it cannot be renewed, the old one goes on.
  await simulated.database.db.query("update wechat_access set expires_at = foyer_now() + interval '4 minutes'");
  await meet('/cgi-bin/token', -1);
  expect((await instance().mini.code(newScene())).type).toBe('image/png');
});

test('a token that the service no longer takes (40001) is replaced, once', async () => {
  await instance().mini.code(newScene());
  await simulated.database.db.query('update sandbox.wechat_access set spoilt = true where app_id = $1', [MINI.appId]);
  const before = await tokens(MINI.appId);
  expect((await instance().mini.code(newScene())).type).toBe('image/png');
  expect(await tokens(MINI.appId)).toBe(before + 1);
  await meet('/wxa/getwxacodeunlimit', 40001, 2);
  expect((await faultOf(instance().mini.code(newScene()))).fault).toBe('misconfigured');
});

test.each([
  [41030, 'misconfigured'],
  [40169, 'misconfigured'],
  [45009, 'unavailable'],
  [-1, 'unavailable'],
])('JSON in place of the image, errcode %s, is told as %s', async (errcode, fault) => {
  await meet('/wxa/getwxacodeunlimit', errcode);
  const error = await faultOf(instance().mini.code(newScene()));
  expect([error.fault, error.message]).toEqual([fault, `wechat platform, code: errcode ${errcode}`]);
});

test('a page that is not published and a scene that is too long are the service’s own refusals', async () => {
  expect((await faultOf(instance({ mini: { ...MINI, page: 'pages/other' } }).mini.code(newScene()))).message).toMatch(
    /41030/,
  );
  expect((await faultOf(instance().mini.code('x'.repeat(33)))).message).toMatch(/40169/);
});

describe('who scanned', () => {
  const login = async (unionid: string | null): Promise<string> => {
    const code = newScene();
    await simulated.database.db.query(
      'insert into sandbox.wechat_login (js_code, openid, unionid) values ($1, $2, $3)',
      [code, 'o-mini-mei', unionid],
    );
    return code;
  };

  test('is told once for each code, with a unionid or without', async () => {
    const code = await login('wechat-mei');
    expect(await instance().mini.person(code)).toEqual({
      openid: 'o-mini-mei',
      unionid: 'wechat-mei',
      appId: MINI.appId,
    });
    expect(await faultOf(instance().mini.person(code))).toMatchObject({
      fault: 'rejected',
      message: expect.stringContaining('40163'),
    });
    expect(await faultOf(instance().mini.person('made-up'))).toMatchObject({
      fault: 'rejected',
      message: expect.stringContaining('40029'),
    });
    expect(await instance().mini.person(await login(null))).toEqual({ openid: 'o-mini-mei', appId: MINI.appId });
  });

  test('follows the public account', async () => {
    await simulated.database.db.query("insert into sandbox.wechat_fan (openid) values ('o-account-mei')");
    expect(await instance().account.person('o-account-mei')).toEqual({
      openid: 'o-account-mei',
      unionid: 'wechat-mei',
      appId: ACCOUNT.appId,
    });
    expect((await faultOf(instance().account.person('o-account-nobody'))).message).toMatch(/40003/);
  });
});

test('a code of the public account is an address, with the scene where it belongs', async () => {
  const scene = newScene();
  expect(await instance().account.code(scene, 120)).toMatch(/\/q\/[\w-]{64}$/);
  const { codes } = (await (await fetch(`${simulated.own}${WECHAT_PLATFORM}`)).json()) as {
    codes: { kind: string; scene: string }[];
  };
  expect(codes[0]).toMatchObject({ kind: 'publicAccount', scene });
});

test('credentials that are wrong are told without the secret', async () => {
  const error = await faultOf(
    instance({ mini: { ...MINI, appId: 'wx-other', secret: 'very-secret' } }).mini.code(newScene()),
  );
  expect(error.fault).toBe('misconfigured');
  expect(`${error.message} ${JSON.stringify(error)}`).not.toContain('very-secret');
});

test('the token lies sealed in the database', async () => {
  await instance().mini.code(newScene());
  const [row] = await simulated.database.db.query<{ token: string }>(
    'select token from sandbox.wechat_access where app_id = $1 order by at desc limit 1',
    [MINI.appId],
  );
  const held = await simulated.database.db.query('select a::text as row from wechat_access a');
  expect(JSON.stringify(held)).not.toContain(row?.token);
});

describe('a service in trouble', () => {
  let server: Server;
  let answer: { status: number; type: string; body: string | Buffer } | 'silence' = 'silence';
  let base = '';
  /** Milliseconds. */
  let tokenTakes = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url?.startsWith('/cgi-bin/token'))
        setTimeout(() => response.end('{"access_token":"t","expires_in":7200}'), tokenTakes);
      else if (answer !== 'silence')
        response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const asked = (): Promise<ThirdPartyError> =>
    faultOf(instance({ mini: { ...MINI, appId: 'wx-trouble' } }, base).mini.code(newScene()));

  test.each([
    ['HTTP 502', { status: 502, type: 'text/html', body: '<html>' }],
    ['no JSON and no image', { status: 200, type: 'text/html', body: '<html>' }],
    ['an image without content', { status: 200, type: 'image/jpeg', body: '' }],
    ['an endless image', { status: 200, type: 'image/jpeg', body: Buffer.alloc(1024 * 1024 + 1) }],
    ['JSON that says ok instead of an image', { status: 200, type: 'application/json', body: '{"errcode":0}' }],
  ])('%s is unavailable', async (_, given) => {
    answer = given;
    expect((await asked()).fault).toBe('unavailable');
  });

  test('an image is an image, whatever stands behind its type', async () => {
    answer = { status: 200, type: 'image/jpeg; charset=binary', body: Buffer.from([0xff, 0xd8, 0xff]) };
    const image = await instance({ mini: { ...MINI, appId: 'wx-trouble' } }, base).mini.code(newScene());
    expect(image).toEqual({ type: 'image/jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff]) });
  });

  test('silence ends before a visitor’s patience, after a slow token, too', async () => {
    await simulated.database.db.query("delete from wechat_access where app_id = 'wx-trouble'");
    tokenTakes = 4000;
    answer = 'silence';
    const since = Date.now();
    expect((await asked()).fault).toBe('timeout');
    expect(Date.now() - since).toBeLessThan(10_000);
  }, 15_000);
});
