/** An address that carries a secret is told to nobody, whatever answers there: every kind of answer of the server. */
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database);
});
afterAll(() => server.close());

const SECRETS = ['token=To-ken_1', 'ticket=t', 'state=s&provider=google', 'lang=en&token=a'];
const ANSWERS = {
  'a page of links': ['/sso/reset', 'no-referrer'],
  'a page of links with a form': ['/sso/verify', 'no-referrer'],
  // Its form is posted by the browser itself, and our server asks who posts.
  'a page with a form': ['/sso', 'same-origin'],
  'a page without one': ['/sso/not-found', 'no-referrer'],
  'an address that leads nowhere': ['/nowhere', 'no-referrer'],
  'an address that cannot be decoded': ['/%E0%A4%A', 'no-referrer'],
  'an address that leads to another': ['/sso/signin', 'no-referrer'],
  'an address with a stroke too many': ['/sso/reset/', 'no-referrer'],
  'the root': ['/', 'no-referrer'],
  'where providers send visitors back to': ['/sso/oauth-callback/google', 'no-referrer'],
  'a call': ['/api/foyer/session', 'no-referrer'],
} as const;
const policyOf = async (url: string, method: 'GET' | 'HEAD'): Promise<unknown> =>
  (await server.app.inject({ method, url, headers: { host: HOST } })).headers['referrer-policy'];

describe.each(Object.entries(ANSWERS))('%s', (_what, [path, policy]) => {
  test.each(SECRETS)('with ?%s', async (query) => {
    expect(await policyOf(`${path}?${query}`, 'GET')).toBe(policy);
    expect(await policyOf(`${path}?${query}`, 'HEAD')).toBe(policy);
  });
});

test('any other page of ours is told to our own pages', async () => {
  expect(await policyOf('/sso?source_url=https%3A%2F%2Fwww.alpha.example%2F', 'GET')).toBe(
    'strict-origin-when-cross-origin',
  );
});
