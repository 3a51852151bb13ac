/** Countries, conversions on the wire, the frame of a third party's script, and redirects of the server itself. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { BAIDU_BASE, BAIDU_TOKEN, baiduRoutes } from '../../../src/sandbox/baidu/baidu.ts';
import { among } from '../../../src/server/http/address.ts';
import { countryFinder } from '../../../src/server/http/country.ts';
import { collectionHeaders, pageHeaders } from '../../../src/server/http/policy.ts';
import type { ReadyMessage } from '../../../src/server/ports/carrier.ts';
import { parseSettings, SettingsError } from '../../../src/server/settings.ts';
import { createBaiduCarrier } from '../../../src/server/vendors/baidu/conversion.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { HOST, type TestApp, testApp } from './app.ts';

const database = withDatabase();
let site: TestApp;
beforeAll(async () => {
  site = await testApp(database);
}, 60000);
afterAll(() => site.close());

describe('the country of an address', () => {
  const find = countryFinder({
    header: 'x-country',
    networks: [
      { network: '203.0.113.0/24', country: 'CN' },
      { network: '2001:db8::/32', country: 'US' },
      { network: '198.51.100.7', country: 'DE' },
    ],
    trusted: among(['10.0.0.0/8']),
  });
  test.each<[string, string, string | undefined, string | undefined]>([
    ['10.0.0.1', '203.0.113.9', 'us', 'US'],
    ['10.0.0.1', '203.0.113.9', undefined, 'CN'],
    ['10.0.0.1', '203.0.113.9', 'XX', 'CN'],
    ['10.0.0.1', '203.0.113.9', 'China', 'CN'],
    ['10.0.0.1', '192.0.2.1', 'T1', undefined],
    ['192.0.2.1', '192.0.2.1', 'US', undefined],
    ['192.0.2.1', '203.0.113.9', 'US', 'CN'],
    ['::ffff:10.0.0.1', '203.0.113.9', 'FR', 'FR'],
    ['192.0.2.1', '2001:db8::5', undefined, 'US'],
    ['192.0.2.1', '198.51.100.7', undefined, 'DE'],
    ['192.0.2.1', '198.51.100.8', undefined, undefined],
    ['192.0.2.1', 'nonsense', undefined, undefined],
  ])('peer %s, client %s, header %s: %s', (peer, address, header, expected) => {
    expect(find({ peer, address, headers: header === undefined ? {} : { 'x-country': header } })).toBe(expected);
  });
});

describe('settings', () => {
  const env = { DATA_DIR: '/tmp/foyer-none' };
  test('countries and the network of advertisements', () => {
    const settings = parseSettings(
      {
        ...env,
        COUNTRY_HEADER: 'CF-IPCountry',
        TRUSTED_PROXIES: '10.0.0.0/8',
        COUNTRY_NETWORKS: '203.0.113.0/24=cn, ::1=US',
        BAIDU_OCPC_TYPE: '25',
      },
      'start',
      VENDORS,
    );
    expect(settings.countryHeader).toBe('cf-ipcountry');
    expect(settings.countryNetworks).toEqual([
      { network: '203.0.113.0/24', country: 'CN' },
      { network: '::1', country: 'US' },
    ]);
    expect(settings.vendors.baidu).toMatchObject({ newType: 25 });
  });
  test.each([
    { COUNTRY_NETWORKS: '203.0.113.0/33=CN' },
    { COUNTRY_NETWORKS: '203.0.113.0=China' },
    { COUNTRY_NETWORKS: 'nowhere=CN' },
    { COUNTRY_HEADER: 'a header' },
    { BAIDU_OCPC: 'ocpc.baidu.com' },
    { BAIDU_OCPC_TYPE: '0' },
  ])('%j is told', (wrong) => {
    expect(() => parseSettings({ ...env, ...wrong }, 'start', VENDORS)).toThrow(SettingsError);
  });
  test('serve wants a token beside the address', () => {
    expect(() => parseSettings({ ...env, BAIDU_OCPC: 'https://ocpc.baidu.com' }, 'serve', VENDORS)).toThrow(
      /BAIDU_OCPC_TOKEN/,
    );
  });
});

describe('a conversion on the wire', () => {
  const ready = (url: string): ReadyMessage =>
    ({ id: 'm', text: '', message: { params: { url, at: 1790000000 } } }) as unknown as ReadyMessage;
  const bodies: unknown[] = [];
  let answer: { status: number; body: string };
  let server: Server;
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        bodies.push([request.url, JSON.parse(text)]);
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => server.close(done)));

  test.each<[number, string, string]>([
    [200, '{"header":{"desc":"success","status":0,"errors":[]}}', 'sent'],
    [200, '{"header":{"desc":"failed","status":4,"errors":[]}}', 'retry'],
    [200, '{"header":{"desc":"failed","status":1}}', 'refused'],
    [200, '{"header":{"desc":"failed","status":2}}', 'refused'],
    [200, '{"header":{"desc":"failed","status":3}}', 'refused'],
    [200, 'no JSON', 'refused'],
    [200, 'null', 'refused'],
    [404, '{}', 'refused'],
    [429, '{}', 'retry'],
    [502, '<html>', 'retry'],
  ])('HTTP %s %s is %s', async (status, body, state) => {
    answer = { status, body };
    const carrier = createBaiduCarrier({ base, token: 't', newType: 25 });
    expect((await carrier.carry(ready('https://one.example/?bd_vid=v'))).state).toBe(state);
    expect(bodies.at(-1)).toEqual([
      '/ocpcapi/api/uploadConvertData',
      {
        token: 't',
        conversionTypes: [{ logidUrl: 'https://one.example/?bd_vid=v', newType: 25, convertTime: 1790000000 }],
      },
    ]);
  });

  test('the simulator: status 4 then 0, and wrong tokens or addresses refused', async () => {
    const app = fastify();
    baiduRoutes(database.db)(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const here = (): string => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${BAIDU_BASE}`;
    const carrier = createBaiduCarrier({ base: here, token: BAIDU_TOKEN, newType: 3 });
    const states: string[] = [];
    for (const visit of ['busy-1', 'busy-1', 'v1', '']) {
      states.push((await carrier.carry(ready(`https://one.example/sso/register?bd_vid=${visit}`))).state);
    }
    states.push(
      (
        await createBaiduCarrier({ base: here, token: 'wrong', newType: 3 }).carry(
          ready('https://one.example/?bd_vid=v'),
        )
      ).state,
    );
    expect(states).toEqual(['retry', 'sent', 'sent', 'refused', 'refused']);
    await app.close();
  });
});

describe('policies', () => {
  const facts = {
    styles: [],
    scripts: [],
    carriesToken: false,
    bridges: false,
    url: '/sso',
    apiBase: '',
    secure: true,
    returns: false,
    opensWindows: false,
  };
  test('only a page that bridges is framed, by the exact origins of the line, and keeps its opener', () => {
    const closed = pageHeaders({ ...facts, bridgesTo: [] });
    expect(closed['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(closed).not.toHaveProperty('cross-origin-opener-policy');
    const open = pageHeaders({ ...facts, bridgesTo: ['https://www.one.example', 'https://app.one.example'] });
    expect(open['content-security-policy']).toContain(
      'frame-ancestors https://www.one.example https://app.one.example;',
    );
    expect(open['cross-origin-opener-policy']).toBe('unsafe-none');
  });

  test.each([
    ['', "connect-src 'self'"],
    ['https://api.one.example', "connect-src 'self' https://api.one.example"],
  ])('a page calls its own origin and the task host (%j), and no other', (apiBase, expected) => {
    const policy = pageHeaders({ ...facts, bridgesTo: [], apiBase })['content-security-policy'] ?? '';
    expect(policy.split('; ')).toContain(expected);
  });

  test('a page that opens windows of providers keeps them, and is cut off from whoever opened it', () => {
    const page = pageHeaders({ ...facts, bridgesTo: [], opensWindows: true });
    expect(page['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    const both = pageHeaders({ ...facts, bridgesTo: ['https://www.one.example'], opensWindows: true });
    expect(both['cross-origin-opener-policy']).toBe('unsafe-none');
  });

  test('a page that providers send visitors back to is framed by our own pages and keeps its opener; one that opens windows keeps them', () => {
    const back = pageHeaders({ ...facts, bridgesTo: [], returns: true, opensWindows: true });
    expect(back['content-security-policy']).toContain("frame-ancestors 'self';");
    expect(back['cross-origin-opener-policy']).toBe('unsafe-none');
    const opening = pageHeaders({ ...facts, bridgesTo: [], opensWindows: true });
    expect(opening['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(opening['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  test('the frame of a third party reaches nothing but its own origin', () => {
    const policy = collectionHeaders('https://count.example/js/x.js?a=b')['content-security-policy'] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      'script-src https://count.example',
      'connect-src https://count.example',
      'img-src https://count.example',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]);
  });

  test('there is no such frame on a line without a script', async () => {
    const { statusCode } = await site.app.inject({ url: '/foyer/collection', headers: { host: HOST } });
    expect(statusCode).toBe(404);
  });
});

/** Addresses that servers have turned into redirects elsewhere. */
test.each([
  '//evil.example/%2e%2e',
  '//evil.example//',
  '/\\evil.example/',
  '/%5cevil.example/',
  '/%2f%2fevil.example/',
  '/sso//evil.example/',
  '/sso/%2f%2fevil.example',
  '/sso/?next=//evil.example',
  '/?source_url=https://evil.example',
  '/.//evil.example/',
  '/sso;//evil.example/',
  '/sso/\t/evil.example/',
  'http://evil.example/sso/',
  '/sso/%0d%0aLocation:%20https://evil.example',
])('%j is redirected to a path of the line, or not at all', async (url) => {
  const { headers, statusCode } = await site.app.inject({ url, headers: { host: HOST } });
  expect(statusCode).toBeLessThan(500);
  if (headers.location === undefined) return;
  expect(new URL(headers.location, `http://${HOST}`).host).toBe(HOST);
  expect(headers.location).toMatch(/^\/sso(\?|$)/);
});
