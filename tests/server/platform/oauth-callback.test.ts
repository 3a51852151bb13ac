/** The way back from a provider: what is kept, where it leads, and which cookies and origins it takes. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { handle as thirdToken } from '../../../src/server/calls/third-token.ts';
import { thirdSignIn } from '../../../src/server/third-party/sign-in.ts';
import type { Handler } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { codeFor, person, thirdParties } from '../domain/third-parties.ts';
import { HOST, type TestApp, testApp } from './app.ts';
import { FIXTURE_LINES } from './fixture.ts';

const database = withDatabase();
let server: TestApp;

const request = {
  type: 'object',
  properties: {
    provider: { type: 'string' },
    way: { type: 'string' },
    state: { type: 'string' },
  },
};
const call = (method: string, path: string) => ({ method, path, fails: [] });

/** The fixture's lines with two providers: one that comes back by GET, one that posts. */
const lines = FIXTURE_LINES.map(
  (line) =>
    ({
      ...line,
      line: { ...line.line, offers: { phoneRegistration: true } },
      messages: {
        ...line.messages,
        zh: { ...line.messages.zh, 'errors.InvalidParameter': 'Check it.', 'errors.unknown': 'Ours.' },
      },
      enums: { ...line.enums, loginType: { wechat: 2, apple: 9 } },
      providers: {
        wechat: { ways: ['redirect'], refusals: { errors: ['access_denied'], silent: true } },
        apple: { ways: ['redirect'], posts: true, refusals: { errors: ['user_cancelled_authorize'] } },
      },
      calls: {
        ...line.calls,
        'third-token': call('GET', '/api/test/token'),
        'wx-login': call('POST', '/api/test/wx'),
        'apple-login': call('POST', '/api/test/apple'),
      },
      errors: { ...line.errors, 'ThirdParty.State.Invalid': { shows: 'alert', status: 422 } },
      api: {
        ...line.api,
        'third-token': { request, response: { type: 'object' } },
        'wx-login': { request, response: { type: 'object' } },
        'apple-login': { request, response: { type: 'object' } },
      },
    }) as unknown as ServerLine,
);

beforeAll(async () => {
  server = await testApp(database, {
    lines,
    handlers: {
      'third-token': thirdToken as Handler<never>,
      'wx-login': thirdSignIn('wx-login') as Handler<never>,
      'apple-login': thirdSignIn('apple-login') as Handler<never>,
    },
    thirdParties: { of: () => thirdParties, configured: () => thirdParties.configured },
  });
});
afterAll(() => server.close());

interface Visitor {
  readonly state: string;
  /** Every cookie, as a page of ours sends them. */
  readonly cookies: string;
  /** The one that comes along from a provider's page. */
  readonly posted: string;
  readonly setCookies: readonly string[];
}

async function begin(provider: string): Promise<Visitor> {
  const reply = await server.app.inject({ url: `/api/test/token?provider=${provider}`, headers: { host: HOST } });
  const setCookies = [reply.headers['set-cookie'] ?? []].flat();
  const pairs = setCookies.map((each) => each.split(';')[0] ?? '');
  return {
    state: reply.json().data.state,
    cookies: pairs.join('; '),
    posted: pairs.find((each) => each.includes('-post=')) ?? '',
    setCookies,
  };
}

/** The browser of a visitor is sent back by an address. */
const callback = (
  provider: string,
  query: Record<string, string>,
  { cookies: cookie = '' }: Partial<Visitor> = {},
  options: InjectOptions = {},
) =>
  server.app.inject({
    url: `/sso/oauth-callback/${provider}?${new URLSearchParams(query)}`,
    ...options,
    headers: {
      host: HOST,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      cookie,
      ...options.headers,
    },
  });

const post = (provider: string, fields: Record<string, string> | string, cookie: string, options: InjectOptions = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/sso/oauth-callback/${provider}`,
    payload: new URLSearchParams(fields).toString(),
    ...options,
    headers: {
      host: HOST,
      origin: 'https://appleid.apple.com',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'content-type': 'application/x-www-form-urlencoded',
      cookie,
      ...options.headers,
    },
  });

const end = async (name: string, { state, cookies }: Pick<Visitor, 'state' | 'cookies'>): Promise<string | number> =>
  (await server.post(`/api/test/${name}`, { state }, { headers: { cookie: cookies } })).json().code;

const whereTo = (reply: LightMyRequestResponse): string | undefined => reply.headers.location?.toString();

test('a code is kept and led on without it', async () => {
  const visitor = await begin('wechat');
  const code = codeFor(person());
  const reply = await callback('wechat', { code, state: visitor.state }, visitor);
  expect(reply.statusCode).toBe(303);
  expect(whereTo(reply)).toBe(`/sso/oauth-callback?provider=wechat&state=${visitor.state}#`);
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(reply.body).toBe('');
  expect(reply.headers['set-cookie']).toBeUndefined();
  // A frame could hold it, and a popup stays with its opener.
  expect(reply.headers['x-frame-options']).toBeUndefined();
  expect(reply.headers['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(await end('wx', visitor)).toBe(200);
  expect(server.logs()).not.toContain(code);
});

test('a form that is too large is told so, and not as a fault of ours', async () => {
  const { posted, state } = await begin('apple');
  const reply = await post('apple', { code: 'x'.repeat(20000), state }, posted);
  expect(reply.statusCode).toBe(413);
  expect(reply.body).toContain('Check it.');
  expect(reply.body).not.toContain('Ours.');
});

test('a code costs two statements for its state: whose it is, and keeping it', async () => {
  const visitor = await begin('wechat');
  const query = jest.spyOn(database.db, 'query');
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  const asked = query.mock.calls.filter(([text]) => text.includes('third_state'));
  query.mockRestore();
  expect(asked).toHaveLength(2);
});

test.each([
  ['a refusal', { error: 'access_denied' }],
  ['a refusal with a code', { error: 'access_denied', code: 'x' }],
  ['no code', {}],
  ['an empty code', { code: '' }],
])('%s ends it', async (_what, query) => {
  const visitor = await begin('wechat');
  const reply = await callback('wechat', { ...query, state: visitor.state }, visitor);
  expect(whereTo(reply)).toBe(`/sso/oauth-callback?provider=wechat&state=${visitor.state}&refused=1#`);
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  expect(await end('wx', visitor)).toBe('ThirdParty.State.Invalid');
});

test('a callback twice keeps the first code', async () => {
  const visitor = await begin('wechat');
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  const again = await callback('wechat', { code: 'another', state: visitor.state }, visitor);
  expect(again.statusCode).toBe(303);
  expect(await end('wx', visitor)).toBe(200);
  expect((await callback('wechat', { code: 'third', state: visitor.state }, visitor)).statusCode).toBe(303);
  expect(await end('wx', visitor)).toBe('ThirdParty.State.Invalid');
});

test('DingTalk’s word for a code counts, before the other', async () => {
  const visitor = await begin('wechat');
  await callback('wechat', { authCode: codeFor(person()), code: 'x', state: visitor.state }, visitor);
  expect(await end('wx', visitor)).toBe(200);
});

test.each([
  ['missing', undefined],
  ['of another form', '"><script>'],
  ['too long', 'x'.repeat(4000)],
])('a state that is %s leads to the page without it', async (_what, state) => {
  const reply = await callback('wechat', { code: 'x', ...(state === undefined ? {} : { state }) });
  expect(whereTo(reply)).toBe('/sso/oauth-callback?provider=wechat#');
});

test('a state given twice is none', async () => {
  const { state } = await begin('wechat');
  const reply = await server.app.inject({
    url: `/sso/oauth-callback/wechat?code=x&state=${state}&state=${state}`,
    headers: { host: HOST },
  });
  expect(whereTo(reply)).toBe('/sso/oauth-callback?provider=wechat#');
});

test('a state that nobody knows leads on, to be told so there', async () => {
  const reply = await callback('wechat', { code: 'x', state: 'A'.repeat(43) });
  expect(reply.statusCode).toBe(303);
});

test('a code of one provider or host is not kept for another', async () => {
  const visitor = await begin('wechat');
  await callback('apple', { code: codeFor(person()), state: visitor.state }, visitor);
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor, {
    headers: { host: 'www.beta.example' },
  });
  expect(await end('wx', visitor)).toBe('ThirdParty.State.Invalid');
});

test('a provider that the line has not is no page', async () => {
  expect((await callback('facebook', { code: 'x' })).statusCode).toBe(404);
  expect((await callback('__proto__', { code: 'x' })).statusCode).toBe(404);
});

test('another browser’s callback is not kept, and takes nothing from the one that began', async () => {
  const visitor = await begin('wechat');
  const other = await begin('wechat');
  for (const browser of [other, {}]) {
    const reply = await callback('wechat', { code: codeFor(person()), state: visitor.state }, browser);
    expect(whereTo(reply)).toBe('/sso/oauth-callback?provider=wechat#');
  }
  expect(await end('wx', { ...other, state: visitor.state })).toBe('ThirdParty.State.Invalid');
  expect(await end('wx', visitor)).toBe('ThirdParty.State.Invalid');
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  expect(await end('wx', visitor)).toBe(200);
});

test('what the provider wrote behind the # goes nowhere', async () => {
  const visitor = await begin('wechat');
  const reply = await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  // Without one of its own, the browser would take over that of the address that it came by.
  expect(whereTo(reply)).toMatch(/#$/);
});

describe('a posted form', () => {
  test('brings a cookie of its own, for that path alone', async () => {
    const { setCookies, posted } = await begin('apple');
    const cookie = setCookies.find((each) => each.startsWith(posted)) ?? '';
    expect(cookie).toMatch(/; Path=\/sso\/oauth-callback(;|$)/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; Secure/);
    expect(cookie).toMatch(/; SameSite=None/);
    const others = setCookies.filter((each) => each !== cookie);
    for (const each of others) expect(each).toMatch(/SameSite=Lax/);
    expect((await begin('wechat')).posted).toBe('');
  });

  test('is kept with it, and the name that comes once along', async () => {
    const visitor = await begin('apple');
    const user = JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' } });
    const reply = await post('apple', { code: codeFor(person()), state: visitor.state, user }, visitor.posted);
    expect(reply.statusCode).toBe(303);
    expect(whereTo(reply)).toBe(`/sso/oauth-callback?provider=apple&state=${visitor.state}#`);
    expect(await end('apple', visitor)).toBe(200);
  });

  test.each([
    ['without a cookie', () => ''],
    ['with a made-up one', ({ posted }: Visitor) => `${posted.split('=')[0]}=local.${'A'.repeat(43)}`],
    ['with nonsense', ({ posted }: Visitor) => `${posted.split('=')[0]}=nonsense`],
  ])('%s is not kept', async (_how, cookieOf) => {
    const visitor = await begin('apple');
    await post('apple', { code: codeFor(person()), state: visitor.state }, cookieOf(visitor));
    expect(await end('apple', visitor)).toBe('ThirdParty.State.Invalid');
    await post('apple', { code: codeFor(person()), state: visitor.state }, visitor.posted);
    expect(await end('apple', visitor)).toBe(200);
  });

  test('with the cookie of another browser is not kept', async () => {
    const visitor = await begin('apple');
    const other = await begin('apple');
    await post('apple', { code: codeFor(person()), state: visitor.state }, other.posted);
    expect(await end('apple', visitor)).toBe('ThirdParty.State.Invalid');
  });

  test('of a visitor who said no ends it', async () => {
    const visitor = await begin('apple');
    const reply = await post('apple', { error: 'user_cancelled_authorize', state: visitor.state }, visitor.posted);
    expect(whereTo(reply)).toContain('&refused=1');
    await post('apple', { code: codeFor(person()), state: visitor.state }, visitor.posted);
    expect(await end('apple', visitor)).toBe('ThirdParty.State.Invalid');
  });

  test('has a size and a form', async () => {
    const { posted } = await begin('apple');
    expect((await post('apple', { code: 'x'.repeat(20000) }, posted)).statusCode).toBe(413);
    const headers = { 'content-type': 'multipart/form-data' };
    expect((await post('apple', { code: 'x' }, posted, { headers })).statusCode).toBe(400);
    const json = { headers: { 'content-type': 'application/json' }, payload: '{"code":"x"}' };
    expect(whereTo(await post('apple', {}, posted, json))).toBe('/sso/oauth-callback?provider=apple#');
  });
});

test('over TLS its cookie says so by its name', async () => {
  const secure = await testApp(database, {
    lines,
    env: { PUBLIC_SCHEME: 'https' },
    handlers: { 'third-token': thirdToken as Handler<never> },
    thirdParties: { of: () => thirdParties, configured: () => thirdParties.configured },
  });
  try {
    const reply = await secure.app.inject({ url: '/api/test/token?provider=apple', headers: { host: HOST } });
    const names = [reply.headers['set-cookie'] ?? []].flat().map((each) => each.split('=')[0]);
    expect(names.sort()).toEqual(['__Host-foyer-domestic-flow', '__Secure-foyer-domestic-post']);
  } finally {
    await secure.close();
  }
});

test('fifty posts of one key have one effect and one answer', async () => {
  const visitor = await begin('wechat');
  await callback('wechat', { code: codeFor(person()), state: visitor.state }, visitor);
  const headers = { cookie: visitor.cookies, 'idempotency-key': randomUUID() };
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => server.post('/api/test/wx', { state: visitor.state }, { headers })),
  );
  const answers = replies.map((reply) => JSON.stringify(reply.json().data));
  expect(replies.map((reply) => reply.json().code)).toEqual(Array(50).fill(200));
  expect(new Set(answers).size).toBe(1);
});

test('no other address takes a posted form of another site', async () => {
  const { cookies, state } = await begin('wechat');
  const headers = { cookie: cookies, origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
  const reply = await server.post('/api/test/wx', { state }, { headers });
  expect(reply.statusCode).toBe(403);
  const form = await server.app.inject({
    method: 'POST',
    url: '/sso/oauth-callback',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'a=b',
  });
  expect(form.statusCode).toBeGreaterThanOrEqual(400);
});
