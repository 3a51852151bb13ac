/** Pages of the operator's own machine answer to its own names alone: a page elsewhere may give its name this machine's address. */
import { fastify } from 'fastify';
import { simulatorRoutes } from '../../../src/sandbox/routes.ts';
import { withDatabase } from '../database.ts';
import { type TestApp, testApp } from './app.ts';

const database = withDatabase();
let server: TestApp;
beforeAll(async () => {
  server = await testApp(database, { env: { METRICS_HOSTS: 'Foyer.monitoring.svc, 10.1.2.3' } });
});
afterAll(() => server.close());

const OWN = [
  'localhost',
  'localhost:4400',
  'alpha.localhost:4400',
  'LOCALHOST',
  '127.0.0.1',
  '127.9.9.9:4400',
  '[::1]:4400',
];
const NAMED = ['foyer.monitoring.svc', 'FOYER.monitoring.svc:9090', '10.1.2.3:4400'];
const FOREIGN = [
  'www.alpha.example',
  'rebound.example',
  'rebound.example:4400',
  'localhost.rebound.example',
  'localhost-rebound.example',
  '127.0.0.1.rebound.example',
  '127.0.0.1.nip.example:4400',
  'x.foyer.monitoring.svc',
  'foyer.monitoring.svc.rebound.example',
  'localhost.',
  '0.0.0.0:4400',
  '10.1.2.4',
  '203.0.113.9',
  '[::ffff:7f00:1]',
  'not a host',
];

/** Every route that only an operator is to reach, as the server registers them. */
async function operatorRoutes(): Promise<readonly { readonly method: 'GET' | 'POST'; readonly url: string }[]> {
  const found = [{ method: 'GET' as const, url: '/metrics' }];
  const bare = fastify();
  bare.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) if (each !== 'HEAD') found.push({ method: each as 'GET', url });
  });
  simulatorRoutes(database.db)(bare);
  await bare.ready();
  await bare.close();
  return found.map(({ method, url }) => ({ method, url: url.replace(/:\w+|\*/g, 'x') }));
}

const ask = async (
  host: string,
  route: { readonly method: 'GET' | 'POST'; readonly url: string },
  from = '127.0.0.1',
) => server.app.inject({ ...route, headers: { host }, remoteAddress: from });

test('every operator route x every foreign host: nothing is there', async () => {
  const routes = await operatorRoutes();
  expect(routes.length).toBeGreaterThan(30);
  const answered: string[] = [];
  for (const route of routes)
    for (const host of FOREIGN) {
      const { statusCode, body } = await ask(host, route);
      if (statusCode !== 404 || body !== '') answered.push(`${host} ${route.method} ${route.url} ${statusCode}`);
    }
  expect(answered).toEqual([]);
});

test.each(['/metrics', '/inbox', '/inbox/newest', '/inbox/live.js', '/api/foyer/inbox'])(
  '%s answers to this machine’s own names',
  async (url) => {
    for (const host of OWN) expect([host, (await ask(host, { method: 'GET', url })).statusCode]).toEqual([host, 200]);
  },
);

test('figures answer to the names that the operator listed, the other pages do not', async () => {
  for (const host of NAMED) {
    expect([host, (await ask(host, { method: 'GET', url: '/metrics' })).statusCode]).toEqual([host, 200]);
    expect([host, (await ask(host, { method: 'GET', url: '/inbox' })).statusCode]).toEqual([host, 404]);
  }
});

test('a name lets in nobody whose address may not read', async () => {
  for (const host of [...OWN, ...NAMED])
    expect((await ask(host, { method: 'GET', url: '/metrics' }, '203.0.113.9')).statusCode).toBe(404);
});

test('figures answer to the very address that was called', async () => {
  await server.app.listen({ host: '127.0.0.2', port: 0 });
  const { port } = server.app.server.address() as { port: number };
  expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200);
});

test.each(['https://foyer.example', 'foyer.example:9090', 'a b', 'foyer.example/metrics', '*.example'])(
  'METRICS_HOSTS refuses %s',
  async (value) => {
    await expect(testApp(database, { env: { METRICS_HOSTS: value } })).rejects.toThrow('METRICS_HOSTS');
  },
);
