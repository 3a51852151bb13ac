import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import { DatabaseUnavailableError } from '../../../src/server/db/pool.ts';
import { openReleases } from '../../../src/server/http/release.ts';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';
import { FIXTURE_LINES, publish, writeRelease } from './fixture.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database);
});
afterAll(() => server.close());

const get = (url: string, headers: InjectOptions['headers'] = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers: { host: HOST, ...headers } });
/** As the operator asks. */
const LOCAL = { host: '127.0.0.1:4400' };
const title = (body: string): string => /<title>(.*)<\/title>/.exec(body)?.[1] ?? '';

test('the page that providers lead back to keeps its opener, and stands in frames of our own pages only', async () => {
  const { headers } = await get('/sso/oauth-callback?provider=google&state=s');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self';");
  expect(headers['cross-origin-opener-policy']).toBe('unsafe-none');
  expect(headers['x-frame-options']).toBeUndefined();
  for (const other of ['/sso', '/sso?x=/sso/oauth-callback', '/sso/oauth-callback2']) {
    const answer = await get(other);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none';");
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(answer.headers['x-frame-options']).toBe('DENY');
  }
});

describe('a page that cannot be sent', () => {
  it('is the one that says so, for an address that cannot be decoded', async () => {
    const { statusCode, headers, body } = await get('/%E0%A4%A?lang=en');
    expect([statusCode, title(body)]).toEqual([400, 'alpha en not-found one']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('is a plain one of the line, with a way to name the fault, when the server fails', async () => {
    const page = jest.spyOn(server.releases.current(), 'page').mockRejectedValueOnce(new Error('the disk is gone'));
    const { statusCode, headers, body } = await get('/sso');
    page.mockRestore();
    expect([statusCode, title(body)]).toEqual([500, 'Alpha']);
    expect(body).toContain(headers['x-request-id']);
    expect(body).not.toContain('disk');
    expect(body).toContain('--accentText:');
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  });
});

test('a page that waits for the database says when to come back', async () => {
  const page = jest
    .spyOn(server.releases.current(), 'page')
    .mockRejectedValueOnce(new DatabaseUnavailableError(new Error('away')));
  const { statusCode, headers, body } = await get('/sso');
  page.mockRestore();
  expect([statusCode, headers['retry-after'], title(body)]).toEqual([503, '5', 'Alpha']);
});

describe('which page', () => {
  it.each([
    ['the host', '/sso', { host: 'www.beta.example' }, 'beta en sign-in one'],
    ['a wildcard host', '/sso', { host: 'eu.alpha.example:8443' }, 'alpha zh sign-in one'],
    ['<folder>.localhost', '/sso', { host: 'beta.localhost:4400' }, 'beta en sign-in one'],
    ['the fallback line for an unknown host', '/sso', { host: 'unknown.example' }, 'alpha zh sign-in one'],
    ['the fallback line for no host at all', '/sso', { host: 'a b' }, 'alpha zh sign-in one'],
    ['?lang=zh_CN', '/sso?lang=zh_CN', { host: 'www.beta.example' }, 'beta zh sign-in one'],
    ['any other ?lang', '/sso?lang=fr', {}, 'alpha en sign-in one'],
    ['the stored language', '/sso', { cookie: 'language=en' }, 'alpha en sign-in one'],
    ['never Accept-Language', '/sso', { 'accept-language': 'en' }, 'alpha zh sign-in one'],
  ])('is chosen by %s', async (_what, url, headers, expected) => {
    const answer = await get(url, headers);
    expect([answer.statusCode, title(answer.body)]).toEqual([200, expected]);
  });

  it('keeps a language chosen by the address', async () => {
    const answer = await get('/sso?lang=en');
    expect(answer.headers['set-cookie']).toContain('language=en; Max-Age=34560000; Path=/; SameSite=Lax');
    expect(String((await get('/sso')).headers['set-cookie'])).not.toContain('language');
  });

  it('gives a browser the cookie that its calls are told by, once', async () => {
    const given = String((await get('/sso')).headers['set-cookie']);
    expect(given).toMatch(/^foyer-domestic-flow=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const [cookie = ''] = given.split(';');
    const again = await server.app.inject({ url: '/sso', headers: { host: 'www.alpha.example', cookie } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['looks like one', 'F'.repeat(43)],
    ['is a word', 'held'],
    ['is empty', ''],
  ])('replaces a cookie that it never gave: one that %s', async (_what, value) => {
    const cookie = `foyer-domestic-flow=${value}`;
    const { headers } = await server.app.inject({ url: '/sso', headers: { host: 'www.alpha.example', cookie } });
    expect(String(headers['set-cookie'])).toMatch(/^foyer-domestic-flow=[\w-]{43}; /);
    expect(String(headers['set-cookie'])).not.toContain(`${cookie};`);
  });

  it("leads / to the line's home with its query, and a trailing slash to the page", async () => {
    expect((await get('/?lang=en')).headers.location).toBe('/sso?lang=en');
    expect((await get('/sso/?a=1')).headers.location).toBe('/sso?a=1');
  });

  it('leads an address in other letters to the one that its page is found by', async () => {
    const alpha = FIXTURE_LINES.find(({ name }) => name === 'alpha');
    for (const path of Object.keys(alpha?.paths ?? {})) {
      const answer = await get(`${path.toUpperCase()}?a=B`);
      expect([path, answer.statusCode, answer.headers.location]).toEqual([path, 308, `${path}?a=B`]);
    }
  });

  it.each(['/nowhere', '//evil.example/', '/sso/../../etc/passwd', '/assets', '/constructor', '/NOWHERE'])(
    'answers %s with the not-found page',
    async (path) => {
      const answer = await get(path);
      expect([answer.statusCode, title(answer.body)]).toEqual([404, 'alpha zh not-found one']);
    },
  );

  it('logs an unknown host', async () => {
    await get('/sso', { host: 'typo.example' });
    expect(server.logs()).toContain('typo.example');
  });
});

describe('how a page is sent', () => {
  it('compressed where the browser takes it', async () => {
    const packed = await get('/sso', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(title(brotliDecompressSync(packed.rawPayload).toString())).toBe('alpha zh sign-in one');
    expect((await get('/sso', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBeUndefined();
  });

  it('not again when the browser has it', async () => {
    const first = await get('/sso');
    const again = await get('/sso', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding, Cookie' });
    expect((await get('/sso', { 'if-none-match': String(first.headers.etag), cookie: 'language=en' })).statusCode).toBe(
      200,
    );
  });

  it('without a body for HEAD', async () => {
    const answer = await get('/sso', {}, 'HEAD');
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  it('bound by a strict policy with its own styles', async () => {
    const { headers } = await get('/sso');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("style-src 'self' 'sha256-abc='");
    expect(policy).toContain("script-src 'self' 'sha256-def=';");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' });
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect((await get('/sso/reset')).headers['referrer-policy']).toBe('no-referrer');
  });
});

describe('files', () => {
  it('are immutable and compressed', async () => {
    const answer = await get('/assets/shell-abc123.js', { 'accept-encoding': 'br' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('export {};');
  });

  it.each([
    '/assets/none.js',
    '/assets/../current.json',
    '/assets/%2e%2e/current.json',
    '/assets/..%2fcurrent.json',
    '/assets/shell-abc123.js.br',
  ])('do not include %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it.each([
    '/register-static/none.json',
    '/register-static/../line.json',
    '/register-static/%2e%2e/line.json',
    '/register-static/x.js',
  ])('static JSON: %s is a quiet 404', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('hosts');
  });

  it('answers an address that cannot be decoded', async () => {
    expect((await get('/%c0%ae')).statusCode).toBe(400);
    expect((await get('/api/%c0')).json()).toMatchObject({ code: 'InvalidParameter' });
  });
});

describe('releases', () => {
  it('are taken when published, and a broken one leaves the last good one', async () => {
    const events: string[] = [];
    const source = openReleases({
      distDir: server.distDir,
      pollMilliseconds: 20,
      onEvent: (event, id) => events.push(`${event} ${id}`),
    });
    const became = async (count: number) => {
      for (let tries = 0; events.length < count && tries < 500; tries += 1)
        await new Promise((next) => setTimeout(next, 20));
    };
    writeRelease(server.distDir, 'two');
    await became(1);
    expect([source.current().id, events]).toEqual(['two', ['loaded two']]);

    publish(server.distDir, 'missing');
    await became(2);
    writeFileSync(join(server.distDir, 'current.json'), '{');
    source.reload();
    expect([source.current().id, events[1]]).toEqual(['two', 'broken missing']);
    publish(server.distDir, 'one');
    source.reload();
    expect(source.current().id).toBe('one');
    source.close();
  });

  it('show the configured providers only, packed anew beside the requests', async () => {
    writeRelease(server.distDir, 'providers');
    const file = join(server.distDir, 'releases', 'providers', 'pages', 'alpha', 'zh', 'sign-in.html');
    const all = '<!doctype html><html lang="zh" dir="ltr" data-providers="first second third"><title>t</title>';
    writeFileSync(file, all);
    writeFileSync(`${file}.br`, brotliCompressSync(all));
    const pageWith = async (configured: readonly string[]) => {
      const configuredProviders = () => configured;
      const source = openReleases({ distDir: server.distDir, pollMilliseconds: 0, configuredProviders });
      const page = await source.current().page('alpha', 'zh', 'sign-in');
      if (!page) throw new Error('no page');
      for (let tries = 0; page.brotli === undefined && tries < 500; tries += 1)
        await new Promise((next) => setTimeout(next, 10));
      expect(brotliDecompressSync(page.brotli as Buffer)).toEqual(page.html);
      return page;
    };
    const [whole, some, none] = [
      await pageWith(['third', 'second', 'first']),
      await pageWith(['third', 'elsewhere', 'first']),
      await pageWith([]),
    ];
    expect(whole.html.toString()).toBe(all);
    expect(some.html.toString()).toBe(all.replace('first second third', 'first third'));
    expect(none.html.toString()).toBe(all.replace('first second third', ''));
    expect(new Set([whole.etag, some.etag, none.etag]).size).toBe(3);
    publish(server.distDir, 'one');
  });

  it('of another grammar are refused', () => {
    writeRelease(server.distDir, 'future');
    const file = join(server.distDir, 'releases', 'future', 'release.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"grammar":1', '"grammar":2'));
    expect(() => openReleases({ distDir: server.distDir, pollMilliseconds: 0 })).toThrow('grammar 2');
    publish(server.distDir, 'one');
  });
});

describe('watching', () => {
  it('tells alive, ready and figures', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'alive' });
    expect((await get('/readyz')).json()).toMatchObject({ status: 'ready', database: true, release: 'one' });
    expect((await get('/metrics', LOCAL)).body).toMatch(/^foyer_http_seconds_bucket\{le="0.005",kind="\/\*"\} \d+$/m);
  });

  it('gives figures to nobody behind a proxy that is not known', async () => {
    expect((await get('/metrics', { ...LOCAL, 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404);
  });

  it('counts reports of policy violations, without the query of the address', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/foyer/csp-report',
      headers: { host: HOST, 'content-type': 'application/csp-report' },
      payload: JSON.stringify({
        'csp-report': {
          'document-uri': 'https://a.example/reset?token=canary-token',
          'blocked-uri': 'inline',
          'effective-directive': 'script-src-elem',
        },
      }),
    });
    expect(answer.statusCode).toBe(204);
    expect((await get('/metrics', LOCAL)).body).toContain(
      'foyer_csp_reports_total{line="alpha",directive="script-src-elem"} 1',
    );
    expect(server.logs()).not.toContain('canary-token');
  });
});

test('an address of the other region leads to the line’s own, query kept', async () => {
  for (const asked of ['/sso/signin?lang=en&x=1', '/sso/signin/?lang=en&x=1']) {
    const { statusCode, headers } = await get(asked);
    expect([statusCode, headers.location]).toEqual([303, '/sso?lang=en&x=1']);
  }
});
