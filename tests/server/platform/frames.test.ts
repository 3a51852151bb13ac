/** Frames for scripts of others: their policy, their closed list of parameters, and that nothing of the address decides what runs. */
import type { InjectOptions } from 'fastify';
import { frameHeaders, frameParams } from '../../../src/server/http/frames.ts';
import { embedsOf } from '../../../src/server/open-vendors.ts';
import type { FrameContent } from '../../../src/server/ports/embed.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database, {
    captchas: {
      tencent: {
        appId: '190000001',
        script: () => 'https://turing.captcha.qcloud.com/TJCaptcha.js',
        verify: async () => 'passed' as const,
      },
    },
  });
});
afterAll(() => server.close());

const get = (url: string, options: Partial<InjectOptions> = {}) =>
  server.app.inject({ method: 'GET', url, headers: { host: 'www.beta.example' }, ...options });

const FRAME = '/foyer/frames/tencent-captcha';
const directives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
  );

test('a frame is a page with our relay alone, which is told the script and public values', async () => {
  const answer = await get(`${FRAME}?language=zh`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect([...answer.body.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, src]) => src)).toEqual([
    '/foyer/frames/relay.js',
    '/foyer/frames/tencent-captcha.js',
  ]);
  expect(answer.body.match(/<script/g)).toHaveLength(2);
  expect(answer.body).toContain('data-script="https://turing.captcha.qcloud.com/TJCaptcha.js"');
  const values = /data-values="([^"]*)"/.exec(answer.body)?.[1]?.replaceAll('&quot;', '"') ?? '';
  expect(JSON.parse(values)).toEqual({ language: 'zh', appId: '190000001', onOutage: 'deny' });
});

test('its policy lets the one script work and nothing else; only our own pages frame it', async () => {
  const { headers } = await get(`${FRAME}?language=en`);
  const policy = directives(headers['content-security-policy']);
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
  });
  expect(policy['script-src']?.split(' ').slice(0, 2)).toEqual([
    'http://www.beta.example/foyer/frames/',
    'https://turing.captcha.qcloud.com',
  ]);
  expect(policy['script-src']).not.toMatch(/unsafe|'self'|data:/);
  expect(policy.sandbox).toContain('allow-scripts');
  expect(headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
});

test("the captcha's script gets an origin of its own: neither the page nor its cookies are in its reach", async () => {
  const { headers } = await get(`${FRAME}?language=en`);
  expect(String(headers['content-security-policy'])).not.toContain('allow-same-origin');
});

test.each([...Object.keys(embedsOf(VENDORS)), 'relay', 'missing'].map((name) => [name]))(
  'the relay %s is a file of ours that an opaque frame may load',
  async (name) => {
    const answer = await get(`/foyer/frames/${name}.js`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(answer.body).toContain('foyerFrame');
  },
);

test.each([
  ['no parameters', FRAME],
  ['a parameter of another form', `${FRAME}?language=en_US`],
  ['markup', `${FRAME}?language=%22%3E%3Cscript%3E`],
  ['a parameter twice', `${FRAME}?language=en&language=zh`],
  ['an unknown parameter', `${FRAME}?language=en&script=https://evil.example/x.js`],
  ['a value of ours', `${FRAME}?language=en&appId=1`],
  ['a name of every object', `${FRAME}?language=en&constructor=1`],
])('%s: refused', async (_what, url) => {
  const answer = await get(url);
  expect([answer.statusCode, answer.body]).toEqual([400, '']);
});

test.each([
  ['an unknown frame', '/foyer/frames/nothing?language=en', 'www.beta.example'],
  ['a property of every object', '/foyer/frames/constructor', 'www.beta.example'],
  ['an unknown relay', '/foyer/frames/constructor.js', 'www.beta.example'],
  ['a line that has no such captcha', `${FRAME}?language=en`, 'www.alpha.example'],
])('%s: not there', async (_what, url, host) => {
  expect((await get(url, { headers: { host } })).statusCode).toBe(404);
});

test('without an account there is no frame, and what comes instead says so at once', async () => {
  const bare = await testApp(database);
  const answer = await bare.app.inject({
    method: 'GET',
    url: `${FRAME}?language=en`,
    headers: { host: 'www.beta.example' },
  });
  expect(answer.statusCode).toBe(404);
  expect(answer.body).toContain('<script src="/foyer/frames/missing.js">');
  expect(directives(answer.headers['content-security-policy'])).toMatchObject({
    'script-src': 'http://www.beta.example/foyer/frames/',
    sandbox: 'allow-scripts',
  });
  await bare.close();
});

test('HEAD has no body', async () => {
  const answer = await get(`${FRAME}?language=en`, { method: 'HEAD' });
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
});

test('what a frame does not open stays shut, and optional parameters may be left out', () => {
  const content: FrameContent = {
    script: 'https://one.example/a/b.js',
    sandbox: ['allow-scripts', 'allow-same-origin'],
  };
  expect(directives(frameHeaders(content, 'https://own.example')['content-security-policy'])).toEqual({
    'default-src': "'none'",
    'script-src': 'https://own.example/foyer/frames/ https://one.example',
    'connect-src': 'https://one.example',
    'img-src': 'https://one.example',
    'frame-src': 'https://one.example',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
    sandbox: 'allow-scripts allow-same-origin',
  });
  const kind = { relay: '', params: { a: /^\d$/, b: /^\d$/ }, optional: ['b'], content: () => content };
  expect(frameParams(kind, new URLSearchParams('a=1'))).toEqual({ a: '1' });
  expect(frameParams(kind, new URLSearchParams('b=1'))).toBeUndefined();
});
