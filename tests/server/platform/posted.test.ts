/** A form that a browser posts by itself: nothing typed stands in an address, names come back, secrets never. */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
let secure: TestApp;
beforeAll(async () => {
  server = await testApp(database);
  secure = await testApp(database, { env: { PUBLIC_SCHEME: 'https' } });
});
afterAll(async () => {
  await server.close();
  await secure.close();
});

const OWN = { host: HOST, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };

const post = (
  fields: Readonly<Record<string, string>> | string,
  {
    url = '/sso',
    headers = OWN,
    app = server,
  }: { url?: string; headers?: InjectOptions['headers']; app?: TestApp } = {},
) =>
  app.app.inject({
    method: 'POST',
    url,
    headers: headers ?? {},
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });

/** Every cookie that an answer sets, as a browser sends them back. */
const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');
const look = (cookie: string, url = '/sso') => server.app.inject({ url, headers: { host: HOST, cookie } });

test('a posted form leads back to its page, which says so and holds the names', async () => {
  const posted = await post(
    { account: 'li "lei" <b>', password: 'Secret2026x' },
    { url: '/sso?source_url=%2Fa&lang=en' },
  );
  expect([posted.statusCode, posted.headers.location]).toEqual([303, '/sso?source_url=%2Fa&lang=en']);
  expect(posted.headers['cache-control']).toBe('no-store');
  expect(String(posted.headers['set-cookie'])).toMatch(/; Max-Age=300; Path=\/sso; HttpOnly; SameSite=Strict$/);
  const page = await look(cookieOf(posted));
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(page.headers.etag).toBeUndefined();
  expect(page.body).toContain('name="account"');
  expect(page.body).toContain('value="li &quot;lei&quot; &lt;b&gt;"');
  expect(page.body).toContain('role="alert" data-wait="w">Nothing was sent by Alpha.</p>');
  expect(page.body).toContain('<noscript></noscript>');
  expect(page.body).not.toContain('Secret2026x');
  // The sentence is said once; the names stay for whoever turns scripts on and loads the page again.
  const again = await look(cookieOf(page));
  expect(again.body).toContain('value="li ');
  expect(again.body).not.toContain('Nothing was sent');
});

test('the cookie is protected where visitors come over TLS', async () => {
  const posted = await post({ account: 'a' }, { app: secure });
  expect(String(posted.headers['set-cookie'])).toMatch(/^__Secure-foyer-domestic-posted=.*; Secure; SameSite=Strict$/);
});

test('whatever is typed, it stands in no address and no header, and secrets are not kept', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (account, password, unknown) => {
      const posted = await post({ account, password, unknown, email: `${account}@x` });
      expect([posted.statusCode, posted.headers.location]).toEqual([303, '/sso']);
      const cookie = cookieOf(posted);
      expect(cookie.length).toBeLessThan(4000);
      const [, sealed = ''] = /=(.*)/.exec(cookie) ?? [];
      const kept = JSON.parse(server.keys.open('cookie', decodeURIComponent(sealed)) ?? '{}') as { values: object };
      expect(Object.keys(kept.values).filter((name) => !['account', 'email'].includes(name))).toEqual([]);
      for (const value of Object.values(kept.values).flat()) expect([account, `${account}@x`]).toContain(value);
      expect(cookie).not.toContain(encodeURIComponent(account));
      const page = await look(cookie);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('type="password" name="password" value=""');
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['a field given twice', 'account=a&account=b'],
  ['a long one', `account=${'x'.repeat(201)}`],
  ['none', ''],
  ['a field of another form', 'username=mine'],
])('%s is not kept', async (_what, body) => {
  const page = await look(cookieOf(await post(body)));
  expect(page.body).toContain('type="text" name="account" value=""');
});

test.each([
  ['forged', 'foyer-domestic-posted=local.a.b.c'],
  ['of another page', ''],
])('a cookie that is %s changes nothing', async (_what, given) => {
  const cookie = given || cookieOf(await post({ account: 'mine' }));
  const page = await look(cookie, given ? '/sso' : '/sso/reset');
  expect(page.statusCode).toBe(200);
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expect(page.body).not.toContain('mine');
});

describe('who may post', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', host: HOST };
  test.each([
    ['our own page, by Fetch-Metadata', { 'sec-fetch-site': 'same-origin' }, 303],
    ['our own page that hides its address', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
    ['our own page, by its origin', { origin: `http://${HOST}` }, 303],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: `http://${HOST}` }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
    ['an address bar', { 'sec-fetch-site': 'none' }, 403],
    ['a hidden origin', { origin: 'null' }, 403],
    ['another origin', { origin: 'http://www.beta.example' }, 403],
    ['the same host by another scheme', { origin: `https://${HOST}` }, 403],
    ['nobody knows who', {}, 403],
  ])('%s', async (_who, headers, status) => {
    const answer = await post({ account: 'a' }, { headers: { ...form, ...headers } });
    expect(answer.statusCode).toBe(status);
    if (status !== 303) {
      expect(answer.body).toContain('That was refused.');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test.each([
    ['another kind of form', { 'content-type': 'multipart/form-data; boundary=x' }, 'x', 415],
    ['JSON', { 'content-type': 'application/json' }, '{}', 415],
    ['text', { 'content-type': 'text/plain' }, 'account=a', 415],
    ['no kind at all', { 'content-type': '' }, 'account=a', 415],
    ['more than a form holds', {}, `account=${'x'.repeat(17000)}`, 413],
  ])('%s is refused with a page that says so', async (_what, headers, body, status) => {
    const answer = await post(body, { headers: { ...OWN, ...headers } });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('That was refused.');
  });

  test.each([
    ['//evil.example/sso', 404],
    ['/nowhere', 404],
    ['/sso/', 404],
    ['/sso/reset', 405],
  ])('%s takes no form', async (url, status) => {
    const answer = await post({ account: 'a' }, { url });
    expect([answer.statusCode, answer.headers.location]).toEqual([status, undefined]);
  });
});

describe('methods that a page has no use for', () => {
  const METHODS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
  const PLACES: readonly [url: string, allow: string][] = [
    ['/sso', 'GET, HEAD, POST'],
    ['/sso?lang=en', 'GET, HEAD, POST'],
    ['/sso/reset', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
    ['/assets/shell-abc123.js', 'GET, HEAD'],
    ['/register-static/agent.json', 'GET, HEAD'],
    ['/favicon.ico', 'GET, HEAD'],
  ];
  test.each(PLACES.flatMap(([url, allow]) => METHODS.map((method) => [method, url, allow] as const)))(
    '%s %s is answered with what is allowed',
    async (method, url, allow) => {
      for (const type of ['application/json', 'text/plain']) {
        const answer = await server.app.inject({
          method,
          url,
          payload: '{}',
          headers: { host: HOST, 'content-type': type },
        });
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
      }
    },
  );

  test.each(METHODS)('%s to an address that leads nowhere is still that', async (method) => {
    const answer = await server.app.inject({ method, url: '/nowhere', headers: { host: HOST } });
    expect([answer.statusCode, answer.headers.allow]).toEqual([404, undefined]);
  });
});

describe('a request with two hosts', () => {
  async function ask(lines: readonly string[]): Promise<string> {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    return new Promise((done, fail) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`),
      );
      socket.on('data', (data) => {
        answer += String(data);
      });
      socket.on('end', () => done(answer));
      socket.on('error', fail);
    });
  }
  const one = `Host: ${HOST}`;
  test.each([
    ['GET /sso', ['GET /sso HTTP/1.1', one, 'Host: www.beta.example']],
    ['the same twice', ['GET /sso HTTP/1.1', one, one]],
    ['in other letters', ['GET /sso HTTP/1.1', one, 'hOST: evil.example']],
    ['a call', ['GET /api/test/look HTTP/1.1', one, 'Host: evil.example']],
    ['an address nobody knows', ['GET /nowhere HTTP/1.1', one, 'Host: evil.example']],
    ['a method nobody needs', ['PUT /sso HTTP/1.1', one, 'Host: evil.example']],
  ])('%s is refused', async (_what, lines) => {
    expect((await ask(lines)).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
  });

  test('one is enough', async () => {
    expect((await ask(['GET /sso HTTP/1.1', one])).split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
  });
});
