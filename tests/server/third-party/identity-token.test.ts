/** Identity tokens, good and forged, as the adapters of Google, Apple and any other provider judge them: one wrong thing each. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, exportSPKI, type JWTPayload, SignJWT } from 'jose';
import type { Identity } from '../../../src/server/ports/identity.ts';
import { apple } from '../../../src/server/vendors/apple/identity.ts';
import { google } from '../../../src/server/vendors/google/identity.ts';
import { openIdConnect } from '../../../src/server/vendors/openid-connect/identity.ts';
import { EXPECTED, faultOf, type Provider, provider, type Reply } from './provider.ts';

const CLIENT = 'our-client';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const now = () => Math.floor(Date.now() / 1000);

let server: Provider;
let answer: Reply = { body: {} };
let keys: Reply = { body: {} };

beforeAll(async () => {
  server = await provider({
    '/.well-known/openid-configuration': (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const [issuer, at] = [server.base, server.base];
      const addresses = { authorization_endpoint: `${at}/auth`, token_endpoint: `${at}/token`, jwks_uri: `${at}/keys` };
      response.end(JSON.stringify({ issuer, ...addresses }));
    },
    '/token': (response, asked) => send(answer, response, asked),
    '/keys': (response, asked) => send(keys, response, asked),
  });
  const jwk = { ...(await exportJWK(rsa.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  keys = { body: { keys: [jwk] } };
});
afterAll(() => server.close());

function send(reply: Reply, ...[response, asked]: Parameters<Extract<Reply, (...all: never[]) => void>>): void {
  if (typeof reply === 'function') return void reply(response, asked);
  response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'application/json' });
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
}

interface Made {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly alg?: string;
  readonly key?: KeyObject | Uint8Array;
}

async function token({ claims = {}, header = {}, alg = 'RS256', key = rsa.privateKey }: Made = {}): Promise<string> {
  const payload = {
    iss: server.base,
    aud: CLIENT,
    sub: '4711',
    nonce: EXPECTED.nonce,
    iat: now(),
    exp: now() + 60,
    ...claims,
  };
  const given = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  return new SignJWT(given).setProtectedHeader({ alg, kid: 'one', ...header }).sign(key);
}

const adapters = {
  google: () =>
    google({ clientId: CLIENT, clientSecret: 'secret', scope: 'openid', endpoints: { issuer: server.base } }),
  apple: () =>
    apple({
      clientId: CLIENT,
      credentials: {
        teamId: 'TEAM123456',
        keyId: 'KEY1234567',
        privateKey: String(ec.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      },
      scope: 'name',
      endpoints: { issuer: server.base },
    }),
  openid: () =>
    openIdConnect({ clientId: CLIENT, clientSecret: 'secret', scope: 'openid', endpoints: { issuer: server.base } }),
};

/** Gets the token for a code; Google's also as the credential of its button. */
async function judged(name: keyof typeof adapters, given: string): Promise<Promise<Identity>[]> {
  answer = { body: { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: given } };
  const byCode = adapters[name]().identify({ code: 'code' }, EXPECTED);
  await byCode.catch(() => undefined);
  return name === 'google' ? [byCode, adapters.google().identify({ credential: given }, EXPECTED)] : [byCode];
}

describe.each(['google', 'apple', 'openid'] as const)('%s', (name) => {
  const trusts = name !== 'google';
  const bare = (): string => server.base.replace('http://', '');

  const GOOD: readonly [string, () => Made][] = [
    ['as it should be', () => ({})],
    ['expired for 5 s, with clocks that differ', () => ({ claims: { iat: now() - 60, exp: now() - 5 } })],
    ['for several, but given to us', () => ({ claims: { aud: [CLIENT, 'another'], azp: CLIENT } })],
    ['without a key id, with one key published', () => ({ header: { kid: undefined } })],
  ];
  test.each(GOOD)('takes one %s', async (_, made) => {
    for (const identified of await judged(name, await token(made())))
      await expect(identified).resolves.toMatchObject({ subject: '4711', subjectKind: 'sub', appId: CLIENT });
  });

  const BAD: readonly [string, () => Made | Promise<Made>][] = [
    ['nonce of another sign-in', () => ({ claims: { nonce: 'M'.repeat(43) } })],
    ['empty nonce', () => ({ claims: { nonce: '' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['audience of another', () => ({ claims: { aud: 'another' } })],
    ['audience that only begins like ours', () => ({ claims: { aud: `${CLIENT}-2` } })],
    ['no audience', () => ({ claims: { aud: undefined } as unknown as JWTPayload })],
    ['several audiences, nobody named', () => ({ claims: { aud: [CLIENT, 'another'] } })],
    ['several audiences, another named', () => ({ claims: { aud: [CLIENT, 'another'], azp: 'another' } })],
    ['party of another', () => ({ claims: { azp: 'another' } })],
    ['issuer of another', () => ({ claims: { iss: 'https://elsewhere.example' } })],
    ['issuer with a slash', () => ({ claims: { iss: `${server.base}/` } })],
    ['issuer as a part', () => ({ claims: { iss: `${server.base}.elsewhere.example` } })],
    ['no issuer', () => ({ claims: { iss: undefined } as unknown as JWTPayload })],
    ['expired 11 s ago', () => ({ claims: { iat: now() - 60, exp: now() - 11 } })],
    ['no expiry', () => ({ claims: { exp: undefined } as unknown as JWTPayload })],
    ['not valid yet', () => ({ claims: { nbf: now() + 60 } })],
    ['no subject', () => ({ claims: { sub: undefined } as unknown as JWTPayload })],
    ['empty subject', () => ({ claims: { sub: '' } })],
    ['subject too long', () => ({ claims: { sub: '1'.repeat(300) } })],
    ['subject with a line break', () => ({ claims: { sub: '47\n11' } })],
    ['subject that is a number', () => ({ claims: { sub: 4711 as unknown as string } })],
    ['key of nobody', () => ({ key: other.privateKey })],
    ['key id of nobody', () => ({ header: { kid: 'two' } })],
    ['alg PS256 with the right key', () => ({ alg: 'PS256' })],
    ['alg RS512 with the right key', () => ({ alg: 'RS512' })],
    ['alg ES256', () => ({ alg: 'ES256', key: ec.privateKey })],
    ['alg HS256 with the client id', () => ({ alg: 'HS256', key: Buffer.from(CLIENT.padEnd(32)) })],
    [
      'alg HS256 with the public key',
      async () => ({ alg: 'HS256', key: new TextEncoder().encode(await exportSPKI(rsa.publicKey)) }),
    ],
  ];
  test.each(BAD)('refuses one with: %s', async (_, made) => {
    for (const identified of await judged(name, await token(await made())))
      await expect(faultOf(identified)).resolves.toBe('rejected');
  });

  test('refuses one whose claims were changed after signing, or that nobody signed', async () => {
    const [header, , signature] = (await token()).split('.');
    const claims = { iss: server.base, aud: CLIENT, sub: 'victim', nonce: EXPECTED.nonce, iat: now(), exp: now() + 60 };
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const forged of [
      `${header}.${body}.${signature}`,
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${header}.${body}.`,
    ])
      for (const identified of await judged(name, forged)) await expect(faultOf(identified)).resolves.toBe('rejected');
  });

  test.each([
    [{ email: 'ann@gmail.com', email_verified: true }, true],
    [{ email: 'ann@GMAIL.com', email_verified: true }, true],
    [{ email: 'ann@gmail.com', email_verified: false }, false],
    [{ email: 'ann@corp.example', email_verified: true, hd: 'corp.example' }, true],
    [{ email: 'ann@corp.example', email_verified: true }, trusts],
    [{ email: 'ann@notgmail.com', email_verified: true }, trusts],
    [{ email: 'ann@gmail.com.example', email_verified: true }, trusts],
    [{ email: 'ann@corp.example', email_verified: 'true' }, name === 'apple'],
    [{ email: 'ann@corp.example', email_verified: 'yes' }, false],
    [{ email: 'ann@corp.example' }, false],
    [{ email: 7, email_verified: true }, undefined],
  ])('what it says of a mailbox, %j, is believed: %j', async (claims, verified) => {
    for (const identified of await judged(name, await token({ claims })))
      expect((await identified).emailVerified).toBe(verified);
  });

  test('takes the issuer without its scheme from Google only', async () => {
    for (const identified of await judged(name, await token({ claims: { iss: bare() } })))
      await expect(faultOf(identified)).resolves.toBe(name === 'google' ? 'none' : 'rejected');
  });

  test.each<[string, Reply, string]>([
    ['no JSON', { body: '<html>', type: 'text/html' }, 'unavailable'],
    ['a list', { body: [] }, 'unavailable'],
    ['no identity token', { body: { access_token: 'a', token_type: 'Bearer' } }, 'unavailable'],
    ['a number for a token', { body: { access_token: 'a', token_type: 'Bearer', id_token: 7 } }, 'unavailable'],
    ['no access token', { body: { token_type: 'Bearer' } }, 'unavailable'],
    ['503', { status: 503, body: {} }, 'unavailable'],
    ['429', { status: 429, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['invalid_grant', { status: 400, body: { error: 'invalid_grant', error_description: 'canary' } }, 'rejected'],
    ['invalid_client', { status: 401, body: { error: 'invalid_client' } }, 'misconfigured'],
    ['redirect_uri_mismatch', { status: 400, body: { error: 'redirect_uri_mismatch' } }, 'misconfigured'],
    ['a word nobody knows', { status: 400, body: { error: 'canary-code-0815' } }, 'unavailable'],
    ['a redirect', (response) => response.writeHead(302, { location: '/keys' }).end(), 'unavailable'],
    ['a connection that ends', (response) => response.destroy(), 'unavailable'],
    ['a hundred thousand bytes', { body: { padding: 'x'.repeat(100_000) } }, 'unavailable'],
  ])('a token endpoint that answers %s', async (_, reply, fault) => {
    answer = reply;
    await expect(faultOf(adapters[name]().identify({ code: 'canary-code' }, EXPECTED))).resolves.toBe(fault);
  });

  test('keys that are none are the provider’s trouble', async () => {
    const good = keys;
    for (const wrong of [{ body: '[]' }, { body: { keys: 7 } }, { status: 404, body: {} }, { status: 500, body: {} }]) {
      keys = wrong;
      for (const identified of await judged(name, await token()))
        await expect(faultOf(identified)).resolves.toBe('unavailable');
    }
    keys = good;
  });
});
