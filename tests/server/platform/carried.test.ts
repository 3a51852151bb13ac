/** What a link carries leaves the address before the page is shown; each tab's page finds what its own link brought. */
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
afterEach(() => jest.restoreAllMocks());

/** A browser: what it is told to keep it sends along, where the path fits. */
class Browser {
  readonly jar = new Map<string, { value: string; path: string; attributes: string }>();
  constructor(readonly at: TestApp = server) {}

  async get(url: string, { method = 'GET' as 'GET' | 'HEAD', headers = {} } = {}) {
    const path = url.split('?')[0] ?? '';
    const cookie = [...this.jar]
      .filter(([, each]) => path.startsWith(each.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await this.at.app.inject({ method, url, headers: { host: HOST, cookie, ...headers } });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);?(.*)$/.exec(each) ?? [];
      if (/Max-Age=0|1970/.test(attributes)) this.jar.delete(name);
      else this.jar.set(name, { value, path: /Path=([^;]*)/.exec(attributes)?.[1] ?? '/', attributes });
    }
    return answer;
  }

  /** Opens a link; gives the address that it leads on to. */
  async open(url: string, method: 'GET' | 'HEAD' = 'GET'): Promise<string> {
    const answer = await this.get(url, { method });
    expect([url, answer.statusCode]).toEqual([url, 303]);
    return String(answer.headers.location);
  }

  get links(): readonly string[] {
    return [...this.jar.keys()].filter((name) => name.includes('-link-'));
  }
}

const searchIn = (html: string): string | undefined => /<html data-search="([^"]*)"/.exec(html)?.[1];

test.each(['GET', 'HEAD'] as const)('a link by %s leads on to an address without its token', async (method) => {
  const browser = new Browser();
  const answer = await browser.get('/sso/reset?token=To-ken_1&lang=en&x=%22', { method });
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toMatch(/^\/sso\/reset\?lang=en&link=[\w-]{22}$/);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(answer.headers.etag).toBeUndefined();
  expect(answer.body).toBe('');
  expect(JSON.stringify(answer.headers)).not.toContain('To-ken_1');
  const [link = ''] = browser.links;
  expect(browser.jar.get(link)?.attributes).toMatch(/^ Max-Age=300; Path=\/sso\/reset; HttpOnly; SameSite=Lax$/);
  const page = await browser.get(String(answer.headers.location));
  expect(page.statusCode).toBe(200);
  expect(searchIn(page.body)).toBe('?token=To-ken_1&amp;lang=en&amp;x=%22');
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'content-language': 'en' });
  expect(page.headers.etag).toBeUndefined();
});

test('where visitors come over TLS the cookie goes nowhere else', async () => {
  const browser = new Browser(secure);
  await browser.open('/sso/reset?token=a');
  const [link = ''] = browser.links;
  expect(link).toMatch(/^__Secure-foyer-domestic-link-/);
  expect(browser.jar.get(link)?.attributes).toContain('; Secure');
});

test('two tabs: each finds its own, also loaded again, in whatever order', async () => {
  const browser = new Browser();
  const first = await browser.open('/sso/reset?token=first');
  const second = await browser.open('/sso/reset?token=second');
  for (const [address, search] of [
    [second, '?token=second'],
    [first, '?token=first'],
    [first, '?token=first'],
    [second, '?token=second'],
  ] as const)
    expect(searchIn((await browser.get(address)).body)).toBe(search);
});

test('the page for everybody: in another browser, without the name, once it took too long', async () => {
  const browser = new Browser();
  const address = await browser.open('/sso/reset?token=a');
  const everybodys = await new Browser().get('/sso/reset');
  const expectEverybodys = async (who: Browser, url: string) => {
    const page = await who.get(url);
    expect([page.statusCode, page.body]).toEqual([200, everybodys.body]);
    expect(page.headers.etag).toBe(everybodys.headers.etag);
  };
  await expectEverybodys(new Browser(), address);
  await expectEverybodys(browser, '/sso/reset');
  await expectEverybodys(browser, '/sso/reset?link=nothing');
  expect(searchIn((await browser.get(address)).body)).toBe('?token=a');
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + 301_000);
  await expectEverybodys(browser, address);
});

test('a cookie says nothing under another name, changed, or at another page', async () => {
  const browser = new Browser();
  const first = await browser.open('/sso/reset?token=first');
  const second = await browser.open('/sso/reset?token=second');
  const [one = '', two = ''] = browser.links;
  const kept = browser.jar.get(one);
  if (kept === undefined) throw new Error('No cookie.');
  browser.jar.set(two, kept);
  expect(searchIn((await browser.get(second)).body)).toBeUndefined();
  browser.jar.set(one, { ...kept, value: `${kept.value.slice(0, -3)}abc` });
  expect(searchIn((await browser.get(first)).body)).toBeUndefined();
  browser.jar.set(one, { ...kept, path: '/' });
  expect(searchIn((await browser.get(first.replace('/sso/reset', '/sso'))).body)).toBeUndefined();
});

test('links never crowd out other cookies: the oldest gives way', async () => {
  const browser = new Browser();
  const addresses: string[] = [];
  for (let each = 0; each < 9; each += 1) addresses.push(await browser.open(`/sso/reset?token=${each}`));
  expect(browser.links.length).toBeLessThanOrEqual(4);
  expect(searchIn((await browser.get(addresses[8] ?? '')).body)).toBe('?token=8');
});

test.each([
  ['a page whose address carries no token', '/sso?token=a', {}],
  ['an address with the language alone', '/sso/reset?lang=en', {}],
  ['an address with nothing', '/sso/reset', {}],
  ['a frame, which shows no address', '/sso/reset?token=a', { 'sec-fetch-dest': 'iframe' }],
  ['more than a cookie holds', `/sso/reset?token=${'x'.repeat(2001)}`, {}],
])('%s stays as it is', async (_what, url, headers) => {
  const browser = new Browser();
  const page = await browser.get(url, { headers });
  expect(page.statusCode).toBe(200);
  expect(browser.links).toEqual([]);
});
