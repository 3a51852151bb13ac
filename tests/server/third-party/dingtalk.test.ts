import type { Enterprise, Expected, Identity, Returned } from '../../../src/server/ports/identity.ts';
import { dingtalk } from '../../../src/server/vendors/dingtalk/identity.ts';
import { CODE, EXPECTED, faultOf, type Provider, provider, type Reply, SECRET, START, STATE } from './provider.ts';

const TOKEN = '/v1.0/oauth2/userAccessToken';
const PROFILE = '/v1.0/contact/users/me';
const APPLICATION = '/v1.0/oauth2/accessToken';
const MEMBER = '/topapi/user/getbyunionid';

const enterprise: Enterprise = { corpId: 'corp-1', clientId: 'ding-1', clientSecret: SECRET };
const all: Record<string, Reply> = {
  [TOKEN]: {
    body: { accessToken: 'canary-user', refreshToken: 'canary-refresh', expireIn: 7200, corpId: 'corp-1' },
  },
  [PROFILE]: { body: { nick: '小明', unionId: 'u-1', openId: 'o-1', mobile: '13800000000', email: 'x@y.example' } },
  [APPLICATION]: { body: { accessToken: 'canary-app', expireIn: 7200 } },
  [MEMBER]: { body: { errcode: 0, errmsg: 'ok', result: { userid: 'manager7', contact_type: 0 } } },
};

let running: Provider | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const adapter = (base: string) =>
  dingtalk({
    clientId: '',
    scope: 'openid corpid',
    endpoints: { login: base, api: base, oapi: base },
  });

async function identify(
  replies: Record<string, Reply>,
  returned: Returned = { code: CODE },
  expected: Expected = { ...EXPECTED, enterprise },
): Promise<Identity> {
  running = await provider(replies);
  return adapter(running.base).identify(returned, expected);
}

describe('the way to DingTalk', () => {
  const asked = {
    client_id: 'ding-1',
    scope: 'openid corpid',
    response_type: 'code',
    state: STATE,
    prompt: 'consent',
    corpId: 'corp-1',
  };

  test.each(['redirect', 'popup'] as const)("%s: its page, with the enterprise's own application", async (way) => {
    const { url, widget } = await adapter('https://login.example').start({ ...START, way, enterprise });
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe('https://login.example/oauth2/auth');
    expect(Object.fromEntries(searchParams)).toEqual({ ...asked, redirect_uri: START.redirectUri });
    expect(url).toContain('scope=openid%20corpid');
    expect(widget).toBeUndefined();
  });

  test('frame: the same page, which speaks to the one around it', async () => {
    const { widget } = await adapter('https://login.example').start({ ...START, way: 'frame', enterprise });
    const { origin, pathname, searchParams } = new URL(widget?.src ?? '');
    expect(`${origin}${pathname}`).toBe('https://login.example/oauth2/auth');
    expect(Object.fromEntries(searchParams)).toEqual({ ...asked, redirect_uri: START.redirectUri, iframe: 'true' });
    expect(widget).toMatchObject({ width: '300', height: '300' });
  });

  test('without an enterprise there is none', async () => {
    await expect(adapter('https://login.example').start(START)).rejects.toMatchObject({ fault: 'misconfigured' });
  });
});

describe('who it is', () => {
  test('the unionId of a member, told by four questions', async () => {
    await expect(identify(all)).resolves.toEqual({
      subject: 'u-1',
      subjectKind: 'unionid',
      openid: 'o-1',
      appId: 'ding-1',
      name: '小明',
      corpId: 'corp-1',
    });
    const asked = (path: string) => running?.asked.find((each) => each.path === path);
    expect(JSON.parse(asked(TOKEN)?.body ?? '')).toEqual({
      clientId: 'ding-1',
      clientSecret: SECRET,
      code: CODE,
      grantType: 'authorization_code',
    });
    expect(asked(PROFILE)?.headers['x-acs-dingtalk-access-token']).toBe('canary-user');
    expect(JSON.parse(asked(APPLICATION)?.body ?? '')).toEqual({ appKey: 'ding-1', appSecret: SECRET });
    expect(asked(MEMBER)?.query.get('access_token')).toBe('canary-app');
    expect(JSON.parse(asked(MEMBER)?.body ?? '')).toEqual({ unionid: 'u-1' });
  });
});

describe('members of another organisation, or of none', () => {
  test.each([
    ['the token is of another one', 'corp-2'],
    ['the token is of none', undefined],
    ['the token names a list', ['corp-1']],
    ['the token names it in capitals', 'CORP-1'],
  ])('%s: nothing more is asked', async (_, corpId) => {
    const token = { body: { accessToken: 'canary-user', corpId } };
    await expect(faultOf(identify({ ...all, [TOKEN]: token }))).resolves.toBe('foreign');
    expect(running?.asked.map(({ path }) => path)).toEqual([TOKEN]);
  });

  test.each([
    ['60121', { errcode: 60121, errmsg: '找不到该用户' }],
    ['60121 as a string', { errcode: '60121' }],
    ['no userid', { errcode: 0, result: {} }],
    ['no result', { errcode: 0 }],
    ['null for a result', { errcode: 0, result: null }],
  ])('the organisation does not know them: %s', async (_, body) => {
    await expect(faultOf(identify({ ...all, [MEMBER]: { body } }))).resolves.toBe('foreign');
  });
});

describe('who it is not', () => {
  const no = (status: number, code: unknown): Reply => ({
    status,
    body: { code, requestid: '41F9', message: `不合法 ${SECRET} ${CODE}` },
  });

  test.each<[string, Reply, string]>([
    ['a code that is a string, as it is', no(400, 'invalidParameter.authCode.notFound'), 'rejected'],
    ['the same with HTTP 404', no(404, 'invalidParameter.authCode.notFound'), 'rejected'],
    ['a wrong secret', no(400, 'invalidClientIdOrSecret'), 'misconfigured'],
    ['an application nobody knows', no(401, 'InvalidAuthentication'), 'misconfigured'],
    ['a refusal without a word', no(403, undefined), 'misconfigured'],
    ['a number where the word should be', no(400, 40078), 'unavailable'],
    ['our secret where the word should be', no(400, SECRET), 'unavailable'],
    ['too many questions', no(403, 'Forbidden.AccessDenied.QpsLimitForApi'), 'unavailable'],
    ['a server in trouble', no(500, 'ServiceUnavailable'), 'unavailable'],
    ['HTTP 429', no(429, 'x'), 'unavailable'],
    ['a page', { type: 'text/html', body: '<html>canary</html>' }, 'unavailable'],
    ['a page with HTTP 400', { status: 400, type: 'text/html', body: '<html>canary</html>' }, 'unavailable'],
    ['a list', { body: [1] }, 'unavailable'],
    ['no token', { body: { corpId: 'corp-1' } }, 'unavailable'],
    ['a token that is a number', { body: { accessToken: 5, corpId: 'corp-1' } }, 'unavailable'],
    ['an endless body', (response) => void response.writeHead(200).write('x'.repeat(100_000)), 'unavailable'],
  ])('%s, for the code', async (_, reply, fault) => {
    await expect(faultOf(identify({ ...all, [TOKEN]: reply }))).resolves.toBe(fault);
  });

  test.each<[string, Reply, string]>([
    ['missing permission', no(403, 'Forbidden.AccessDenied.AccessTokenPermissionDenied'), 'misconfigured'],
    ['no unionId', { body: { nick: 'x', openId: 'o-1' } }, 'unavailable'],
    ['a unionId that is an object', { body: { unionId: {} } }, 'unavailable'],
    ['a server in trouble', { status: 502, body: '' }, 'unavailable'],
  ])('%s, for the profile', async (_, reply, fault) => {
    await expect(faultOf(identify({ ...all, [PROFILE]: reply }))).resolves.toBe(fault);
  });

  test.each<[string, Reply, string]>([
    ['a refusal', no(403, 'Forbidden'), 'misconfigured'],
    ['no token', { body: {} }, 'unavailable'],
  ])('%s, for the application', async (_, reply, fault) => {
    await expect(faultOf(identify({ ...all, [APPLICATION]: reply }))).resolves.toBe(fault);
  });

  test.each<[string, Reply, string]>([
    ['no permission', { body: { errcode: 88, sub_code: '60011' } }, 'misconfigured'],
    ['no permission for contacts', { body: { errcode: 60011 } }, 'misconfigured'],
    ['busy', { body: { errcode: -1 } }, 'unavailable'],
    ['no number', { body: { result: { userid: 'x' } } }, 'unavailable'],
    ['a page', { type: 'text/html', body: '<html>' }, 'unavailable'],
  ])('%s, for the membership', async (_, reply, fault) => {
    await expect(faultOf(identify({ ...all, [MEMBER]: reply }))).resolves.toBe(fault);
  });

  test.each([
    ['nothing', {}],
    ['an empty code', { code: '' }],
    ['an access token', { accessToken: 'canary' }],
  ])('%s came back: DingTalk is not even asked', async (_, returned) => {
    await expect(faultOf(identify(all, returned))).resolves.toBe('rejected');
    expect(running?.asked).toEqual([]);
  });

  test('nobody said whose members are asked for', async () => {
    await expect(faultOf(identify(all, { code: CODE }, EXPECTED))).resolves.toBe('misconfigured');
    expect(running?.asked).toEqual([]);
  });
});
