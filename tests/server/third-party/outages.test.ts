/** How a provider fails decides what is said of it: only one that does not answer in time took too long, and all others failed. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ThirdPartyAdapter, ThirdPartyError } from '../../../src/server/ports/identity.ts';
import { loginCode } from '../../../src/server/third-party/faults.ts';
import { apple } from '../../../src/server/vendors/apple/identity.ts';
import { dingtalk } from '../../../src/server/vendors/dingtalk/identity.ts';
import { google } from '../../../src/server/vendors/google/identity.ts';
import { openIdConnect } from '../../../src/server/vendors/openid-connect/identity.ts';
import { qq } from '../../../src/server/vendors/qq/identity.ts';
import { wechat } from '../../../src/server/vendors/wechat/identity.ts';
import { CODE, EXPECTED, SECRET } from './provider.ts';

const ADAPTERS: Readonly<Record<string, ThirdPartyAdapter>> = {
  WeChat: wechat,
  QQ: qq,
  DingTalk: dingtalk,
  Google: google,
  Apple: apple,
  ThirdParty: openIdConnect,
};
const WAYS = [
  ['does not answer', 'Timeout'],
  [500, 'Failed'],
  [502, 'Failed'],
  [503, 'Failed'],
  ['refuses the connection', 'Failed'],
] as const;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const enterprise = { corpId: 'corp-1', clientId: 'ding-1', clientSecret: SECRET };

/** Signs in where every path of the provider fails in one way: the fault of it. */
async function failing(adapter: ThirdPartyAdapter, way: (typeof WAYS)[number][0]) {
  const server = createServer((_, response) => {
    if (typeof way === 'number') response.writeHead(way).end('<html>Bad gateway</html>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  if (way === 'refuses the connection') await close();
  const endpoints = { open: base, api: base, graph: base, login: base, oapi: base, issuer: base };
  const { identify } = adapter({
    clientId: 'id',
    clientSecret: SECRET,
    scope: 'openid',
    endpoints,
    credentials: {
      teamId: 'team',
      keyId: 'key',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  });
  const fault = await identify({ code: CODE }, { ...EXPECTED, enterprise }).catch((error) => error);
  if (server.listening) await close();
  if (!(fault instanceof ThirdPartyError)) throw fault;
  return fault.fault;
}

// At once: who does not answer is waited for as long as a visitor waits.
test.concurrent.each(Object.keys(ADAPTERS).flatMap((name) => WAYS.map(([way, said]) => [name, way, said] as const)))(
  '%s that fails by %s is said to have %s',
  async (name, way, said) => {
    const fault = await failing(ADAPTERS[name] as ThirdPartyAdapter, way);
    expect(loginCode({ codes: name }, fault)).toBe(`${name}.Login.${said}`);
  },
  30_000,
);
