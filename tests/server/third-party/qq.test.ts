import type { Identity, Returned } from '../../../src/server/ports/identity.ts';
import { qq } from '../../../src/server/vendors/qq/identity.ts';
import { CODE, EXPECTED, faultOf, type Provider, provider, type Reply, SECRET, START, STATE } from './provider.ts';

const TOKEN = '/oauth2.0/token';
const ME = '/oauth2.0/me';
const NAME = '/user/get_user_info';
const HTML = 'text/html; charset=utf-8';

const GIVEN = { access_token: 'canary-token', expires_in: '5184000', refresh_token: 'canary-refresh' };
const SELF = { client_id: 'qq1', openid: 'o-1', unionid: 'u-1' };
const PERSON = { ret: 0, msg: '', nickname: '小明', gender: '男' };

let running: Provider | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const adapter = (base: string) =>
  qq({ clientId: 'qq1', clientSecret: SECRET, scope: 'get_user_info', endpoints: { graph: base } });

async function identify(
  replies: Record<string, Reply | readonly Reply[]>,
  returned: Returned = { code: CODE },
): Promise<Identity> {
  running = await provider(replies);
  return adapter(running.base).identify(returned, EXPECTED);
}

const html = (body: string): Reply => ({ type: HTML, body });
/** As it comes: a space on either side, a semicolon, and a line break. */
const callback = (body: object): Reply => html(`callback( ${JSON.stringify(body)} );\n`);
const all = { [TOKEN]: { body: GIVEN }, [ME]: callback(SELF), [NAME]: { body: PERSON } };
const known = { subject: 'u-1', subjectKind: 'unionid', openid: 'o-1', appId: 'qq1', name: '小明' };

test.each(['redirect', 'popup'] as const)('%s: its page, with state', async (way) => {
  const { url, widget } = await adapter('https://graph.example').start({ ...START, way });
  const { origin, pathname, searchParams } = new URL(url);
  expect(`${origin}${pathname}`).toBe('https://graph.example/oauth2.0/authorize');
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'qq1',
    redirect_uri: START.redirectUri,
    state: STATE,
    scope: 'get_user_info',
  });
  expect(widget).toBeUndefined();
});

test('frame: what the button needs to know is its language', async () => {
  const { url, widget } = await adapter('https://graph.example').start({ ...START, way: 'frame' });
  expect(new URL(url).origin).toBe('https://graph.example');
  expect(widget).toEqual({ language: 'zh' });
});

describe('one answer, three forms', () => {
  test.each<[string, Reply]>([
    ['a query string', html('access_token=canary-token&expires_in=7776000&refresh_token=canary-refresh')],
    ['JSON with the seconds as a string', { body: GIVEN }],
    ['JSON with the seconds as a number', { body: { ...GIVEN, expires_in: 7776000 } }],
    ['a callback', callback(GIVEN)],
    ['a callback without spaces', html(`callback(${JSON.stringify(GIVEN)});`)],
  ])('the token as %s', async (_, reply) => {
    await expect(identify({ ...all, [TOKEN]: reply })).resolves.toEqual(known);
  });

  test.each<[string, Reply]>([
    ['a callback with spaces and a line break', callback(SELF)],
    ['a callback over several lines', html(`\ncallback(\n${JSON.stringify(SELF, null, 2)}\n)\n`)],
    ['JSON', { body: SELF }],
  ])('the person as %s', async (_, reply) => {
    await expect(identify({ ...all, [ME]: reply })).resolves.toEqual(known);
  });

  test('what is asked: the redirect address again, the unionid, and the name of this application', async () => {
    await identify(all);
    const [token, me, name] = running?.asked ?? [];
    expect(Object.fromEntries(token?.query ?? [])).toEqual({
      grant_type: 'authorization_code',
      client_id: 'qq1',
      client_secret: SECRET,
      code: CODE,
      redirect_uri: EXPECTED.redirectUri,
      fmt: 'json',
    });
    expect(me?.query.get('unionid')).toBe('1');
    expect(Object.fromEntries(name?.query ?? [])).toMatchObject({ oauth_consumer_key: 'qq1', openid: 'o-1' });
  });
});

describe('unionid, openid and name', () => {
  test('an application that may not ask for unionids gets the openid', async () => {
    const no = callback({ error: 100048, error_description: 'companyid not set' });
    const identity = await identify({ ...all, [ME]: [no, callback({ client_id: 'qq1', openid: 'o-1' })] });
    expect(identity).toMatchObject({ subject: 'o-1', subjectKind: 'openid', openid: 'o-1' });
    expect(running?.asked.map(({ query }) => query.has('unionid'))).toEqual([false, true, false, false]);
  });

  test('an empty unionid is none', async () => {
    const identity = await identify({ ...all, [ME]: callback({ ...SELF, unionid: '' }) });
    expect(identity).toMatchObject({ subject: 'o-1', subjectKind: 'openid' });
  });

  test.each<[string, Reply]>([
    ['not allowed', { body: { ret: 100031, msg: 'no permission', nickname: 'no' } }],
    ['a page', html('<html>')],
    ['down', { status: 503, body: '' }],
    ['silent', () => undefined],
  ])('a name that is %s is done without', async (_, reply) => {
    const { name: _name, ...nameless } = known;
    await expect(identify({ ...all, [NAME]: reply })).resolves.toEqual(nameless);
  });
});

describe('an access token that a script gave to the browser', () => {
  const returned = { accessToken: 'canary-token' };

  test('is as good as a code, when it was made for this application', async () => {
    await expect(identify(all, returned)).resolves.toEqual(known);
    expect(running?.asked.map(({ path }) => path)).toEqual([ME, NAME]);
  });

  test.each([
    ['another', callback({ ...SELF, client_id: '999' })],
    ['none', callback({ openid: 'o-1', unionid: 'u-1' })],
    ['a list of', callback({ ...SELF, client_id: ['qq1', 'x'] })],
  ])('is refused when it was made for %s application', async (_, me) => {
    await expect(faultOf(identify({ ...all, [ME]: me }, returned))).resolves.toBe('rejected');
  });

  test('is refused when QQ does not know it', async () => {
    const no = callback({ error: 100016, error_description: 'access token check failed' });
    await expect(faultOf(identify({ ...all, [ME]: no }, returned))).resolves.toBe('rejected');
  });

  test('of another application is refused for a code as well', async () => {
    await expect(faultOf(identify({ ...all, [ME]: callback({ ...SELF, client_id: '999' }) }))).resolves.toBe(
      'rejected',
    );
  });
});

describe('who it is not', () => {
  test.each([
    [100019, 'rejected'],
    [100020, 'rejected'],
    [100005, 'rejected'],
    [100014, 'rejected'],
    [100001, 'misconfigured'],
    [100008, 'misconfigured'],
    [100009, 'misconfigured'],
    [100010, 'misconfigured'],
    [100011, 'misconfigured'],
    [100031, 'misconfigured'],
    [100021, 'unavailable'],
    [100048, 'unavailable'],
  ])('error %s, with HTTP 200 and in a callback, is %s', async (error, fault) => {
    const no = callback({ error, error_description: `no good ${SECRET} ${CODE}` });
    await expect(faultOf(identify({ ...all, [TOKEN]: no }))).resolves.toBe(fault);
  });

  test.each<[string, Reply]>([
    ['in a query string', html('error=100020&error_description=code+is+reused+error')],
    ['as a string in JSON', { body: { error: '100020' } }],
    ['with HTTP 400', { status: 400, body: { error: 100020 } }],
  ])('an error %s counts', async (_, reply) => {
    await expect(faultOf(identify({ ...all, [TOKEN]: reply }))).resolves.toBe('rejected');
  });

  test.each([
    ['nothing', {}],
    ['an empty code', { code: '' }],
    ['an empty token', { accessToken: '' }],
    ['a token with a line break', { accessToken: 'a\nb' }],
    ['a credential', { credential: 'canary' }],
  ])('%s came back: QQ is not even asked', async (_, returned) => {
    await expect(faultOf(identify(all, returned))).resolves.toBe('rejected');
    expect(running?.asked).toEqual([]);
  });

  test.each<[string, Reply]>([
    ['an error of the server', { status: 500, body: GIVEN }],
    ['a page', html('<!doctype html><form action="?access_token=x">canary</form>')],
    ['a callback without anything', html('callback();')],
    ['a callback with half of it', html('callback( {"access_token":"canary"')],
    ['a callback with its braces the wrong way', html('callback( }{ );')],
    ['a token that is a number', { body: { access_token: 7 } }],
    ['a list', { body: [GIVEN] }],
    ['nothing', html('')],
    ['an endless body', (response) => void response.writeHead(200).write('a='.padEnd(100_000, 'x'))],
    ['a refusal of another kind', { status: 403, body: GIVEN }],
  ])('%s for the token is taken for an outage', async (_, reply) => {
    await expect(faultOf(identify({ ...all, [TOKEN]: reply }))).resolves.toBe('unavailable');
  });

  test('no openid', async () => {
    await expect(faultOf(identify({ ...all, [ME]: callback({ client_id: 'qq1' }) }))).resolves.toBe('unavailable');
  });
});
