import { randomUUID } from 'node:crypto';
import { printOf } from '../../../src/server/http/same-browser.ts';
import { newFlow } from '../../../src/server/sessions/flow.ts';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database, { env: { ALLOWED_ORIGINS: 'https://front.example' } });
});
afterAll(() => server.close());

const events = async (event: string): Promise<number> => {
  const [row] = await database.db.query<{ n: number }>('SELECT count(*) AS n FROM audit WHERE event = $1', [event]);
  return row?.n ?? 0;
};

describe('the envelope', () => {
  it('wraps a success', async () => {
    const answer = await server.post('/api/test/echo', { name: 'a', count: 2 });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      version: '1.0.0',
      result: true,
      code: 200,
      message: 'success',
      data: { name: 'a', count: 2 },
      serverTime: expect.any(Number),
      requestId: answer.headers['x-request-id'],
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it("wraps a failure with the catalogue's status and English sentence", async () => {
    const answer = await server.post('/api/test/fail', {});
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      expect.objectContaining({
        result: false,
        code: 'Account.SignIn.Failed',
        message: 'Incorrect username or password',
        data: null,
      }),
    ]);
  });

  it('says in its sentence what is in its data', async () => {
    const answer = await server.post('/api/test/fail', { with: '818' });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: '818', message: 'You have 3 tries left.', data: { remaining: 3 } }),
    ]);
  });

  it('turns an exception into InternalError with the request id, and lives', async () => {
    const answer = await server.post('/api/test/throw', {});
    expect([answer.statusCode, answer.json().code, answer.json().requestId]).toEqual([
      500,
      'InternalError',
      answer.headers['x-request-id'],
    ]);
    expect((await server.post('/api/test/echo', { name: 'b' })).statusCode).toBe(200);
  });

  it('does not send a success that is not what its shape says', async () => {
    const answer = await server.post('/api/test/wrong', {});
    expect([answer.statusCode, answer.json().code, answer.json().data]).toEqual([500, 'InternalError', null]);
  });

  it.each([
    ['POST', '/api/test/nowhere', 404],
    ['GET', '/api/test/echo', 405],
    ['DELETE', '/api/test/echo', 405],
    ['HEAD', '/api/test/look', 405],
    ['PROPFIND', '/api/test/echo', 405],
    ['TRACE', '/api/test/echo', 405],
    ['GET', '/api', 404],
    ['POST', '/api', 404],
    ['GET', '/api?x=1', 404],
  ] as const)('answers %s %s in an envelope too', async (method, url, status) => {
    const answer = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { host: HOST, origin: `http://${HOST}` },
    });
    expect(answer.statusCode).toBe(status);
    if (method !== 'HEAD') expect(answer.json().code).toBe('InvalidParameter');
  });
});

describe('bodies', () => {
  const refused = (code: string, data: unknown) => expect.objectContaining({ result: false, code, data });
  it.each([
    ['a mangled body', '{"name":', 400, 'InvalidParameter', null],
    ['no body', '', 400, 'EmptyParameter', { field: 'name', keyword: 'required' }],
    ['a required field that is missing', { count: 1 }, 400, 'EmptyParameter', { field: 'name', keyword: 'required' }],
    ['a required field that is empty', { name: '' }, 400, 'EmptyParameter', { field: 'name', keyword: 'required' }],
    ['a required field that is null', { name: null }, 400, 'EmptyParameter', { field: 'name', keyword: 'required' }],
    [
      'a field of the wrong type',
      { name: 'a', count: '1' },
      400,
      'InvalidParameter',
      { field: 'count', keyword: 'type' },
    ],
    [
      'a field that is too long',
      { name: 'a'.repeat(41) },
      400,
      'InvalidParameter',
      { field: 'name', keyword: 'maxLength' },
    ],
    [
      'an unknown field',
      { name: 'a', other: 1 },
      400,
      'InvalidParameter',
      { field: 'other', keyword: 'additionalProperties' },
    ],
    ['a list', [], 400, 'InvalidParameter', null],
    ['a number', '1', 400, 'InvalidParameter', null],
    ['a NUL character', { name: 'a\0' }, 400, 'InvalidParameter', null],
    ['half a character', '{"name":"\\ud800"}', 400, 'InvalidParameter', null],
    ['a property __proto__', '{"name":"a","__proto__":{"x":1}}', 400, 'InvalidParameter', null],
    ['deep nesting', `{"name":${'['.repeat(20000)}${']'.repeat(20000)}}`, 400, 'InvalidParameter', null],
    ['a body over 64 KB', JSON.stringify({ name: 'a'.repeat(70000) }), 413, 'InvalidParameter', null],
  ])('refuses %s', async (_what, body, status, code, data) => {
    const answer = await server.post('/api/test/echo', body);
    expect([answer.statusCode, answer.json()]).toEqual([status, refused(code, data)]);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ])('refuses content of type %s', async (type) => {
    const answer = await server.post('/api/test/echo', '{"name":"a"}', { headers: { 'content-type': type } });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'InvalidParameter']);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/test/echo',
      headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' },
      payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(answer.json().code).toBe('InvalidParameter');
  });

  it("turns a GET's text into what the shape asks for, and refuses a parameter given twice", async () => {
    const get = (url: string) => server.app.inject({ url, headers: { host: HOST } });
    expect((await get('/api/test/look?page=2')).json().data).toMatchObject({ page: 2 });
    expect((await get('/api/test/look?page=0')).json()).toMatchObject({
      code: 'InvalidParameter',
      data: { field: 'page' },
    });
    expect((await get('/api/test/look?page=1&page=2')).json().code).toBe('InvalidParameter');
    expect((await get('/api/test/look?__proto__=1')).json().code).toBe('InvalidParameter');
  });
});

describe('where a request comes from', () => {
  const own = `http://${HOST}`;
  it.each([
    ['our own Origin', { origin: own }, 200],
    ['Fetch-Metadata alone', { origin: undefined, 'sec-fetch-site': 'same-origin' }, 200],
    ['an allowed Origin of another site', { origin: 'https://front.example', 'sec-fetch-site': 'cross-site' }, 200],
    ['neither Origin nor Fetch-Metadata', { origin: undefined }, 403],
    ['another Origin', { origin: 'https://evil.example' }, 403],
    ['Origin null', { origin: 'null' }, 403],
    ['our host over another scheme', { origin: `https://${HOST}` }, 403],
    ['our Origin from another site', { origin: own, 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling host', { origin: undefined, 'sec-fetch-site': 'same-site' }, 403],
    ['a form (a navigation)', { origin: own, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 403],
    ['the address bar', { origin: undefined, 'sec-fetch-site': 'none' }, 403],
  ])('judges %s', async (_what, headers, status) => {
    const all = { host: HOST, 'content-type': 'application/json', ...headers };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/test/fail',
      payload: '{}',
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
    });
    expect(answer.statusCode === 403 ? 403 : 200).toBe(status);
    if (status === 403) expect(answer.json().code).toBe('Forbidden');
  });

  it.each([
    ['a navigation', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a prefetch', { 'sec-purpose': 'prefetch', 'sec-fetch-site': 'same-origin' }],
  ])('refuses a GET by %s', async (_what, headers) => {
    const answer = await server.app.inject({ url: '/api/test/look', headers: { host: HOST, ...headers } });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'Forbidden']);
  });

  it('takes a call that comes from outside without an origin, and reads nothing that a browser holds', async () => {
    const cookie = 'foyer-domestic-session=held; foyer-domestic-flow=held';
    for (const headers of [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/api/test/hook',
        payload: '{}',
        headers: { host: HOST, 'content-type': 'application/json', cookie, ...headers },
      });
      expect([answer.statusCode, answer.json().data]).toEqual([200, { session: null }]);
    }
  });

  it('answers the preflight of an allowed origin only, with credentials', async () => {
    const preflight = (origin: string) =>
      server.app.inject({
        method: 'OPTIONS',
        url: '/api/test/echo',
        headers: {
          host: HOST,
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, idempotency-key',
        },
      });
    expect((await preflight('https://front.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://front.example',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type, idempotency-key',
    });
    expect((await preflight('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

/** A browser that was on a page before. */
const flow = (): string => `foyer-domestic-flow=${newFlow(server.keys, 'domestic')}`;

describe('idempotency keys', () => {
  it('give no answer and no cookie to another browser', async () => {
    const key = randomUUID();
    const ask = (cookie?: string) =>
      server.post(
        '/api/test/echo',
        { name: 'mine' },
        { headers: { 'idempotency-key': key, ...(cookie ? { cookie } : {}) } },
      );
    expect((await ask(flow())).statusCode).toBe(200);
    for (const cookie of [undefined, flow(), `foyer-domestic-flow=${'F'.repeat(43)}`]) {
      const answer = await ask(cookie);
      expect([answer.statusCode, answer.json().code, answer.headers['set-cookie']]).toEqual([
        400,
        'InvalidParameter',
        undefined,
      ]);
    }
  });

  it('have one effect and equal answers for 50 at once, cookies included', async () => {
    const before = await events('echo');
    const headers = { 'idempotency-key': randomUUID(), cookie: flow() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.post('/api/test/echo', { name: 'same' }, { headers })),
    );
    expect(await events('echo')).toBe(before + 1);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => String(headers['set-cookie'])))).toEqual(
      new Set(['foyer-domestic-session=session-of-same; Max-Age=60; Path=/; HttpOnly; SameSite=Lax']),
    );
  });

  it('refuse another body, whatever the order of its properties counts for nothing', async () => {
    const headers = { 'idempotency-key': randomUUID(), cookie: flow() };
    const first = await server.post('/api/test/echo', '{"name":"a","count":1}', { headers });
    expect((await server.post('/api/test/echo', '{"count":1,"name":"a"}', { headers })).body).toBe(first.body);
    const other = await server.post('/api/test/echo', { name: 'b' }, { headers });
    expect([other.statusCode, other.json().code]).toEqual([400, 'InvalidParameter']);
  });

  it('must be UUIDs', async () => {
    const answer = await server.post('/api/test/echo', { name: 'a' }, { headers: { 'idempotency-key': 'x' } });
    expect(answer.json()).toMatchObject({ code: 'InvalidParameter', data: { field: 'Idempotency-Key' } });
  });

  it('keep a failure of the catalogue, and forget one that a repeat may get over', async () => {
    const before = await events('fail');
    const headers = { 'idempotency-key': randomUUID() };
    const first = await server.post('/api/test/fail', {}, { headers });
    expect((await server.post('/api/test/fail', {}, { headers })).body).toBe(first.body);
    expect(await events('fail')).toBe(before + 1);
    const broken = { 'idempotency-key': randomUUID() };
    const once = await server.post('/api/test/throw', {}, { headers: broken });
    const twice = await server.post('/api/test/throw', {}, { headers: broken });
    expect(once.json().requestId).not.toBe(twice.json().requestId);
  });

  it('store nothing readable', async () => {
    await server.post('/api/test/echo', { name: 'canary-name' }, { headers: { 'idempotency-key': randomUUID() } });
    const rows = await database.db.query('SELECT * FROM idempotency');
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('pass to another process when the one that held them is dead', async () => {
    const key = randomUUID();
    // A row as a killed process leaves it: held by a number nobody has a lock on.
    const print = printOf(server.keys, '{"name":"left"}', {});
    await database.db.query(
      "INSERT INTO idempotency (zone, line, call, key, fingerprint, holder) VALUES ('domestic', 'alpha', 'echo', $1, $2, 1)",
      [key, print],
    );
    const answer = await server.post('/api/test/echo', { name: 'left' }, { headers: { 'idempotency-key': key } });
    expect(answer.json().data).toEqual({ name: 'left' });
  });
});

describe('languages of calls', () => {
  const language = async (headers: Record<string, string>) =>
    (await server.app.inject({ url: '/api/test/look', headers: { host: HOST, ...headers } })).json().data.language;
  it('follow the header, then the cookie, then the line', async () => {
    expect(await language({})).toBe('zh');
    expect(await language({ cookie: 'language=en' })).toBe('en');
    expect(await language({ cookie: 'language=en', languageFlag: '0' })).toBe('zh');
    expect(await language({ cookie: 'language=xx' })).toBe('zh');
  });
});
