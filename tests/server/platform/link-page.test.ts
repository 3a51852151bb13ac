/** Without scripts, what a link carries leaves the address at once; with them the page is the same as ever. */
import { createHash, randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database);
});
afterAll(() => server.close());

const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { host: HOST, ...headers } });
const leadsTo = (html: string): string | undefined =>
  /<noscript><meta http-equiv="refresh" content="0; url=([^"]*)"><\/noscript><title>/.exec(html)?.[1];

test.each([
  ['a token', '/sso/reset?token=To-ken_1', '/sso/reset'],
  ['a token that is none', '/sso/reset?token=', '/sso/reset'],
  ['anything else', '/sso/reset?x=%22%3E%3Cscript%3E', '/sso/reset'],
  ['a language beside it', '/sso/reset?token=a&lang=en', '/sso/reset?lang=en'],
  ['a language that is none', '/sso/reset?token=a&lang=%22%3E%3Cscript%3E', '/sso/reset?lang=en'],
])('%s: without scripts the page leads on to itself, and to nothing else', async (_what, url, left) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, leadsTo(body)]).toEqual([200, left]);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers.location).toBeUndefined();
  // Nothing that the address carried stands in the page.
  expect(body).not.toMatch(/To-ken_1|><script>/);
  // Where it leads, nothing leads on: no circle.
  expect(leadsTo((await get(left)).body)).toBeUndefined();
});

test.each([
  ['a page that carries nothing', '/sso?token=a'],
  ['a link page of itself', '/sso/reset'],
  ['the same in a language', '/sso/reset?lang=en'],
  ['an address that leads nowhere', '/nowhere?token=a'],
])('%s leads nowhere', async (_what, url) => {
  expect(leadsTo((await get(url)).body)).toBeUndefined();
});

test('nothing changes, however often a link is looked at, and every browser sees the same', async () => {
  const [first, head, other] = [
    await get('/sso/reset?token=a'),
    await get('/sso/reset?token=a', {}, 'HEAD'),
    await get('/sso/reset?token=b'),
  ];
  expect(other.body).toBe(first.body);
  expect(head.body).toBe('');
  expect([head.headers.etag, head.headers['content-length']]).toEqual([
    first.headers.etag,
    first.headers['content-length'],
  ]);
  const cookies = [first, head, other].flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect(cookies.filter((cookie) => !/^foyer-domestic-flow=/.test(cookie))).toEqual([]);
});

test('a copy that a browser kept is told from that of the page alone', async () => {
  const link = await get('/sso/reset?token=a');
  const bare = await get('/sso/reset');
  const kept = (etag: unknown) => ({ 'if-none-match': String(etag) });
  expect((await get('/sso/reset?token=b', kept(link.headers.etag))).statusCode).toBe(304);
  expect((await get('/sso/reset?token=b', kept(bare.headers.etag))).statusCode).toBe(200);
  expect((await get('/sso/reset', kept(link.headers.etag))).statusCode).toBe(200);
});

test('it comes packed, like any page', async () => {
  await get('/sso/reset?token=a');
  let packed = await get('/sso/reset?token=a', { 'accept-encoding': 'br' });
  for (let tries = 0; tries < 100 && packed.headers['content-encoding'] === undefined; tries += 1) {
    await new Promise((done) => setTimeout(done, 20));
    packed = await get('/sso/reset?token=a', { 'accept-encoding': 'br' });
  }
  expect(leadsTo(brotliDecompressSync(packed.rawPayload).toString())).toBe('/sso/reset');
});

describe('a form that a browser posts from a link', () => {
  const post = (url: string) =>
    server.app.inject({
      method: 'POST',
      url,
      headers: {
        host: HOST,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'account=somebody',
    });
  const cookieOf = (answer: Awaited<ReturnType<typeof post>>): string =>
    String(answer.headers['set-cookie']).split(';')[0] ?? '';

  test.each([
    ['/sso/verify?token=To-ken_1', '/sso/verify'],
    ['/sso/verify?token=To-ken_1&lang=en', '/sso/verify?lang=en'],
    ['/sso/verify?lang=en', '/sso/verify?lang=en'],
  ])('%s leads back without the token', async (url, left) => {
    const posted = await post(url);
    expect([posted.statusCode, posted.headers.location]).toEqual([303, left]);
    expect((await get(left, { cookie: cookieOf(posted) })).body).toContain('value="somebody"');
  });

  test('the link opened again meanwhile still leads on', async () => {
    const cookie = cookieOf(await post('/sso/verify'));
    const { body } = await get('/sso/verify?token=a', { cookie });
    expect(body).toContain('value="somebody"');
    expect(leadsTo(body)).toBe('/sso/verify');
  });
});

describe('a link of another line', () => {
  const send = async (line: string, token: string): Promise<string> => {
    await database.db.query(
      `insert into link_token (token_hash, kind, account_id, zone, line, expires_at)
       values ($1, 'reset', gen_random_uuid(), 'overseas', $2, now() + interval '1 hour')`,
      [createHash('sha256').update(token).digest('hex'), line],
    );
    return token;
  };
  const token = (): string => randomBytes(32).toString('base64url');

  test.each([
    ['a host of its own', HOST, 'beta', 'https://www.beta.example'],
    ['a wildcard', 'eu.alpha.example', 'beta', 'https://www.beta.example'],
    ['the other way round', 'www.beta.example', 'alpha', 'https://www.alpha.example'],
    ['a local host', 'alpha.localhost:4400', 'beta', 'http://beta.localhost:4400'],
    ['this machine', 'localhost:4400', 'beta', 'http://beta.localhost:4400'],
    ['a host that no line has', 'unknown.example', 'beta', 'https://www.beta.example'],
  ])('opened on %s, it leads to the line that sent it, as it is', async (_what, host, line, origin) => {
    const sent = await send(line, token());
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await get(`/sso/reset?token=${sent}&lang=en`, { host }, method);
      expect([statusCode, headers.location]).toEqual([303, `${origin}/sso/reset?token=${sent}&lang=en`]);
      expect([headers['referrer-policy'], headers['cache-control'], headers['set-cookie']]).toEqual([
        'no-referrer',
        'no-store',
        undefined,
      ]);
    }
  });

  test.each([
    ['its own line', 'www.beta.example', '/sso/reset', 'beta'],
    ['a line that is no more', HOST, '/sso/reset', 'gone'],
    ['a page that takes no links', HOST, '/sso', 'beta'],
    ['an address that leads nowhere', HOST, '/nowhere', 'beta'],
  ])('%s: the page is shown', async (_what, host, path, line) => {
    const { headers } = await get(`${path}?token=${await send(line, token())}`, { host });
    expect(headers.location).toBeUndefined();
  });

  test.each(['', 'a', `${'a'.repeat(43)}`, `${'a'.repeat(42)}'`, '../../..'])('%j is no link', async (none) => {
    const { statusCode, headers } = await get(`/sso/reset?token=${encodeURIComponent(none)}`);
    expect([statusCode, headers.location]).toEqual([200, undefined]);
  });

  test('a server of one line leads nowhere else', async () => {
    const alone = await testApp(database, { env: { LINE: 'alpha' } });
    const url = `/sso/reset?token=${await send('beta', token())}`;
    for (const host of [HOST, 'alpha.localhost', 'beta.localhost']) {
      const { statusCode, headers } = await alone.app.inject({ method: 'GET', url, headers: { host } });
      expect([statusCode, headers.location]).toEqual([200, undefined]);
    }
    await alone.close();
  });

  test('a database that is away shows the page', async () => {
    const sent = await send('beta', token());
    const query = jest.spyOn(database.db, 'query').mockRejectedValueOnce(new Error('away'));
    const { statusCode } = await get(`/sso/reset?token=${sent}`);
    query.mockRestore();
    expect(statusCode).toBe(200);
  });
});
