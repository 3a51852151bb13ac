/** Nobody waits longer for a provider than one sign-in may take, in whichever way it is slow. */
import type { ServerResponse } from 'node:http';
import type { ThirdPartyAdapter } from '../../../src/server/ports/identity.ts';
import { dingtalk } from '../../../src/server/vendors/dingtalk/identity.ts';
import { openExchange } from '../../../src/server/vendors/exchange.ts';
import { qq } from '../../../src/server/vendors/qq/identity.ts';
import { wechat } from '../../../src/server/vendors/wechat/identity.ts';
import { CODE, EXPECTED, faultOf, type Provider, provider, SECRET } from './provider.ts';

const ADAPTERS: readonly (readonly [ThirdPartyAdapter, string])[] = [
  [wechat, '/sns/oauth2/access_token'],
  [qq, '/oauth2.0/token'],
  [dingtalk, '/v1.0/oauth2/userAccessToken'],
];
const enterprise = { corpId: 'corp-1', clientId: 'ding-1', clientSecret: SECRET };

let running: Provider[] = [];
afterEach(async () => {
  await Promise.all(running.map((each) => each.close()));
  running = [];
});

function dribble(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
  const timer = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(timer));
}

async function open(replies: Parameters<typeof provider>[0]): Promise<Provider> {
  const opened = await provider(replies);
  running.push(opened);
  return opened;
}

test('a provider that is silent, and one that never ends, run into the time of one sign-in', async () => {
  const slow = [() => undefined, dribble];
  const faults = await Promise.all(
    ADAPTERS.flatMap(([adapter, path]) =>
      slow.map(async (reply) => {
        const { base } = await open({ [path]: reply });
        const endpoints = { open: base, api: base, graph: base, login: base, oapi: base };
        const { identify } = adapter({ clientId: 'id', clientSecret: SECRET, scope: 's', endpoints });
        return faultOf(identify({ code: CODE }, { ...EXPECTED, enterprise }));
      }),
    ),
  );
  expect(faults).toEqual(Array(6).fill('timeout'));
});

test('all questions of a sign-in share one time', async () => {
  const { base, asked } = await open({
    '/first': (response) => void setTimeout(() => response.end('{}'), 250),
    '/second': () => undefined,
  });
  const exchange = openExchange('it', 500);
  await exchange.ask('first', `${base}/first`);
  await expect(exchange.ask('second', `${base}/second`)).rejects.toMatchObject({ fault: 'timeout' });
  await expect(exchange.ask('third', `${base}/first`)).rejects.toMatchObject({ fault: 'timeout' });
  expect(asked.map(({ path }) => path)).toEqual(['/first', '/second']);
});

test('a body may be as large as the limit, and not one byte more', async () => {
  const limit = 64 * 1024;
  const { base } = await open({ '/fits': { body: 'x'.repeat(limit) }, '/not': { body: 'x'.repeat(limit + 1) } });
  const exchange = openExchange('it');
  expect((await exchange.ask('fits', `${base}/fits`)).body).toHaveLength(limit);
  await expect(exchange.ask('not', `${base}/not`)).rejects.toMatchObject({ fault: 'unavailable' });
});
