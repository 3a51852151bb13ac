import type { Identity, Returned, Way } from '../../../src/server/ports/identity.ts';
import { wechat } from '../../../src/server/vendors/wechat/identity.ts';
import { CODE, EXPECTED, faultOf, type Provider, provider, type Reply, SECRET, START, STATE } from './provider.ts';

const TOKEN = '/sns/oauth2/access_token';
const PROFILE = '/sns/userinfo';
const GIVEN = {
  access_token: 'canary-token',
  expires_in: 7200,
  refresh_token: 'canary-refresh',
  openid: 'o-1',
  scope: 'snsapi_login',
  unionid: 'u-1',
};
const PERSON = { openid: 'o-1', nickname: '小明', sex: 1, privilege: [], unionid: 'u-1' };

let running: Provider | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const adapter = (base: string) =>
  wechat({ clientId: 'wx1', clientSecret: SECRET, scope: 'snsapi_login', endpoints: { open: base, api: base } });

async function identify(
  replies: Record<string, Reply | readonly Reply[]>,
  returned: Returned = { code: CODE },
): Promise<Identity> {
  running = await provider(replies);
  return adapter(running.base).identify(returned, EXPECTED);
}

const plain = (body: object): Reply => ({ type: 'text/plain', body });

describe('the way to WeChat', () => {
  const begin = (way: Way, language = 'zh') => adapter('https://open.example').start({ ...START, way, language });

  test.each(['redirect', 'popup'] as const)('%s: its page, with state, and the fragment that it wants', async (way) => {
    const { url, widget } = await begin(way);
    const { origin, pathname, searchParams, hash } = new URL(url);
    expect(`${origin}${pathname}${hash}`).toBe('https://open.example/connect/qrconnect#wechat_redirect');
    expect(Object.fromEntries(searchParams)).toEqual({
      appid: 'wx1',
      redirect_uri: START.redirectUri,
      response_type: 'code',
      scope: 'snsapi_login',
      state: STATE,
    });
    expect(widget).toBeUndefined();
  });

  test('frame: the address of the code, which stays inside its frame', async () => {
    const { widget } = await begin('frame', 'en');
    const { searchParams } = new URL(widget?.src ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      redirect_uri: START.redirectUri,
      state: STATE,
      login_type: 'jssdk',
      self_redirect: 'true',
      lang: 'en',
    });
    expect(widget).toMatchObject({ width: '300', height: '400', allow: 'local-network-access' });
  });
});

describe('who it is', () => {
  test('unionid, openid of this application, name; the answer is JSON as text/plain', async () => {
    await expect(identify({ [TOKEN]: plain(GIVEN), [PROFILE]: plain(PERSON) })).resolves.toEqual({
      subject: 'u-1',
      subjectKind: 'unionid',
      openid: 'o-1',
      appId: 'wx1',
      name: '小明',
    });
    expect(running?.asked[0]?.query.get('secret')).toBe(SECRET);
    expect(running?.asked[0]?.query.get('code')).toBe(CODE);
  });

  test('a unionid that only the profile tells', async () => {
    const { unionid: _, ...given } = GIVEN;
    const identity = await identify({ [TOKEN]: plain(given), [PROFILE]: plain(PERSON) });
    expect(identity).toMatchObject({ subject: 'u-1', subjectKind: 'unionid' });
  });

  test.each([
    ['there is none', plain({ openid: 'o-1', nickname: 'x' })],
    ['it is empty', plain({ openid: 'o-1', nickname: 'x', unionid: '' })],
    ['profiles are not allowed', plain({ errcode: 48001, errmsg: 'api unauthorized' })],
  ])('the openid, said to be one, when %s', async (_, profile) => {
    const identity = await identify({ [TOKEN]: plain({ ...GIVEN, unionid: '' }), [PROFILE]: profile });
    expect(identity).toMatchObject({ subject: 'o-1', subjectKind: 'openid', openid: 'o-1' });
  });

  test.each<[string, Reply]>([
    ['busy', plain({ errcode: -1, errmsg: 'system error' })],
    ['down', { status: 502, type: 'text/html', body: '<html>' }],
    ['about somebody else', plain({ ...PERSON, openid: 'o-2', nickname: 'Somebody else' })],
    ['silent', () => undefined],
  ])('who is known by the token costs a profile that is %s no more than the name', async (_, profile) => {
    const identity = await identify({ [TOKEN]: plain(GIVEN), [PROFILE]: profile });
    expect(identity).toEqual({ subject: 'u-1', subjectKind: 'unionid', openid: 'o-1', appId: 'wx1' });
  });

  test('without the unionid, a profile that fails is no reason to take the openid for the person', async () => {
    const { unionid: _, ...given } = GIVEN;
    const profile = plain({ errcode: -1, errmsg: 'system error' });
    await expect(faultOf(identify({ [TOKEN]: plain(given), [PROFILE]: profile }))).resolves.toBe('unavailable');
  });

  test.each([
    ['  \u0000A\u0007da\ud800 ', 'Ada'],
    ['👩‍👩‍👧'.repeat(40), [...'👩‍👩‍👧'.repeat(40)].slice(0, 64).join('')],
    ['\n\t', undefined],
    [42, undefined],
  ])('name %j is shown as %j', async (nickname, shown) => {
    const identity = await identify({ [TOKEN]: plain(GIVEN), [PROFILE]: plain({ ...PERSON, nickname }) });
    expect(identity.name).toBe(shown);
  });
});

describe('who it is not', () => {
  test.each([
    [40029, 'rejected'],
    [40163, 'rejected'],
    [42003, 'rejected'],
    [41008, 'rejected'],
    [-1, 'unavailable'],
    [45009, 'unavailable'],
    [45011, 'unavailable'],
    [99999, 'unavailable'],
    [40001, 'misconfigured'],
    [40013, 'misconfigured'],
    [40125, 'misconfigured'],
    [40243, 'misconfigured'],
    [41002, 'misconfigured'],
    [41004, 'misconfigured'],
  ])('errcode %s inside HTTP 200 is %s', async (errcode, fault) => {
    const errmsg = `no good, rid: 6206378a ${SECRET} ${CODE}`;
    await expect(faultOf(identify({ [TOKEN]: plain({ errcode, errmsg }) }))).resolves.toBe(fault);
  });

  test('an errcode written as a string counts', async () => {
    await expect(faultOf(identify({ [TOKEN]: plain({ errcode: '40163' }) }))).resolves.toBe('rejected');
  });

  test.each([
    ['nothing', {}],
    ['an empty code', { code: '' }],
    ['a code with spaces', { code: 'a b' }],
    ['an access token', { accessToken: 'canary' }],
  ])('%s came back: WeChat is not even asked', async (_, returned) => {
    await expect(faultOf(identify({}, returned))).resolves.toBe('rejected');
    expect(running?.asked).toEqual([]);
  });

  test.each<[string, Reply]>([
    ['an error of the server', { status: 500, body: { errcode: 0 } }],
    ['a page', { type: 'text/html', body: '<!doctype html><title>canary</title>' }],
    ['a list', { body: [GIVEN] }],
    ['null', { body: 'null' }],
    ['half of it', { body: JSON.stringify(GIVEN).slice(0, 40) }],
    ['nothing at all', { body: '' }],
    ['an openid that is a number', plain({ ...GIVEN, openid: 5 })],
    ['an openid that is an object', plain({ ...GIVEN, openid: { toString: 'x' } })],
    ['an openid beyond every length', plain({ ...GIVEN, openid: 'o'.repeat(5000) })],
    ['an openid with a null character', plain({ ...GIVEN, openid: 'o\u0000' })],
    ['no access token', plain({ ...GIVEN, access_token: undefined })],
    ['an endless body', (response) => void response.writeHead(200).write('x'.repeat(100_000))],
    ['a cut connection', (response) => void response.destroy()],
    ['a redirect', (response) => void response.writeHead(302, { location: 'https://elsewhere.example/canary' }).end()],
  ])('%s is taken for an outage', async (_, reply) => {
    await expect(faultOf(identify({ [TOKEN]: reply, [PROFILE]: plain(PERSON) }))).resolves.toBe('unavailable');
  });

  test('nobody listens', async () => {
    await expect(faultOf(adapter('http://127.0.0.1:9').identify({ code: CODE }, EXPECTED))).resolves.toBe(
      'unavailable',
    );
  });
});
