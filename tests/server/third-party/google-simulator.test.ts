/** Google's adapter against its simulator: the code flow and the button's credential, good and forged. */
import { createHash } from 'node:crypto';
import { BASE, GOOGLE } from '../../../src/sandbox/google/google.ts';
import type { Expected, ThirdPartyConfig } from '../../../src/server/ports/identity.ts';
import { google } from '../../../src/server/vendors/google/identity.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { type Choice, callback, withSimulated } from './simulated.ts';

const simulated = withSimulated();
const redirectUri = callback('google');
const start = {
  ...START,
  redirectUri,
  codeChallenge: createHash('sha256').update(EXPECTED.codeVerifier).digest('base64url'),
};
const expected: Expected = { ...EXPECTED, redirectUri };

function adapter(changes: Partial<ThirdPartyConfig> = {}) {
  const { clientId, credentials } = GOOGLE;
  const config = { clientId, ...credentials, scope: 'openid email profile', endpoints: simulated.endpoints(GOOGLE) };
  return google({ ...config, ...changes });
}

async function codeFor(choice: Choice = {}, changes = {}): Promise<string> {
  const { url } = await adapter().start({ ...start, ...changes });
  const { to } = await simulated.choose(url, choice);
  expect(to?.origin + (to?.pathname ?? '')).toBe(redirectUri);
  expect(to?.searchParams.get('state')).toBe(STATE);
  expect(to?.searchParams.get('iss')).toBe(simulated.endpoints(GOOGLE).issuer);
  return to?.searchParams.get('code') ?? '';
}

/** The credential that the button's window would hand over. */
async function credentialFor(choice: Choice = {}, nonce: string = START.nonce): Promise<string> {
  const asked = new URLSearchParams({ client_id: GOOGLE.clientId, origin: 'https://line.example', nonce });
  const { page } = await simulated.choose(`${BASE}/gsi/select?${asked}`, choice);
  expect(page.html).toContain('data-origin="https://line.example"');
  return /data-credential="([^"]*)"/.exec(page.html)?.[1] ?? '';
}

const identify = (code: string, changes: Partial<Expected> = {}, with_ = adapter()) =>
  with_.identify({ code, iss: simulated.endpoints(GOOGLE).issuer ?? '' }, { ...expected, ...changes });

test('sends the visitor with state, nonce and PKCE, and has them choose an account', async () => {
  const { url, widget } = await adapter().start(start);
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe(`${BASE}/o/oauth2/v2/auth`);
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: GOOGLE.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: STATE,
    nonce: START.nonce,
    code_challenge: start.codeChallenge,
    code_challenge_method: 'S256',
    prompt: 'select_account',
  });
  expect(widget).toBeUndefined();
  const framed = await adapter().start({ ...start, way: 'frame' });
  expect(framed).toEqual({ url: expect.any(String), widget: { nonce: START.nonce, locale: 'zh_CN' } });
  const alone = await adapter().start({ ...start, way: 'post' });
  expect(alone).toEqual({ url: '', widget: { nonce: START.nonce, locale: 'zh_CN', state: STATE } });
});

test('tells who it is', async () => {
  await expect(identify(await codeFor({ id: 'linked' }))).resolves.toEqual({
    subject: 'google-linked',
    subjectKind: 'sub',
    appId: GOOGLE.clientId,
    name: 'linked (simulated)',
    email: 'linked@workspace.example',
    emailVerified: true,
  });
});

test('a refusal comes back with the state and without a code', async () => {
  const { url } = await adapter().start(start);
  const { to } = await simulated.choose(url, { refuse: true });
  expect(Object.fromEntries(to?.searchParams ?? [])).toEqual({
    error: 'access_denied',
    state: STATE,
    iss: simulated.endpoints(GOOGLE).issuer,
  });
});

test('a code works once', async () => {
  const code = await codeFor();
  await identify(code);
  await expect(faultOf(identify(code))).resolves.toBe('rejected');
});

test('a code is good for nothing without its verifier, or for another redirect address', async () => {
  const other = 'W'.repeat(43);
  await expect(faultOf(identify(await codeFor(), { codeVerifier: other }))).resolves.toBe('rejected');
  const elsewhere = 'https://other.example/sso/oauth-callback/google';
  await expect(faultOf(identify(await codeFor(), { redirectUri: elsewhere }))).resolves.toBe('misconfigured');
});

test('the nonce of another sign-in is refused', async () => {
  const code = await codeFor({}, { nonce: 'M'.repeat(43) });
  await expect(faultOf(identify(code))).resolves.toBe('rejected');
});

const FORGED: readonly [trouble: string, fault: string][] = [
  ['wrong-nonce', 'rejected'],
  ['no-nonce', 'rejected'],
  ['wrong-aud', 'rejected'],
  ['wrong-azp', 'rejected'],
  ['wrong-iss', 'rejected'],
  ['stale', 'rejected'],
  ['alg-none', 'rejected'],
  ['alg-hs256', 'rejected'],
  ['wrong-key', 'rejected'],
];

test.each([
  ...FORGED,
  ['used', 'rejected'],
  ['expired', 'rejected'],
  ['no-id-token', 'unavailable'],
  ['bad-client', 'misconfigured'],
  ['down', 'unavailable'],
])('a code with %s is %s', async (trouble, fault) => {
  await expect(faultOf(identify(await codeFor({ trouble })))).resolves.toBe(fault);
});

test.each(FORGED)('a credential with %s is %s', async (trouble, fault) => {
  const credential = await credentialFor({ trouble });
  await expect(faultOf(adapter().identify({ credential }, expected))).resolves.toBe(fault);
});

test('slow is given up', async () => {
  await expect(faultOf(identify(await codeFor({ trouble: 'slow' })))).resolves.toBe('timeout');
}, 15_000);

test('both spellings of the issuer are its own', async () => {
  await expect(identify(await codeFor({ trouble: 'bare-iss' }))).resolves.toMatchObject({ subject: 'google-somebody' });
});

test('a credential tells who it is, for the sign-in that it was made for only', async () => {
  const credential = await credentialFor({ id: 'fresh' });
  await expect(adapter().identify({ credential }, expected)).resolves.toMatchObject({ subject: 'google-fresh' });
  const foreign = await credentialFor({ id: 'fresh' }, 'M'.repeat(43));
  await expect(faultOf(adapter().identify({ credential: foreign }, expected))).resolves.toBe('rejected');
});

test.each(['', 'x', 'a.b.c', `${'e30'.repeat(3)}.e30.`, 'eyJhbGciOiJub25lIn0.e30.'])(
  'the credential %j is refused',
  async (credential) => {
    await expect(faultOf(adapter().identify({ credential }, expected))).resolves.toBe('rejected');
  },
);

test('a key that was rotated in is fetched', async () => {
  const one = adapter();
  await identify(await codeFor(), {}, one);
  // Keys are not asked for more than once a second.
  await new Promise((done) => setTimeout(done, 1100));
  const code = await codeFor({ id: 'fresh', trouble: 'rotated-key' });
  await expect(identify(code, {}, one)).resolves.toMatchObject({ subject: 'google-fresh' });
  await expect(identify(await codeFor(), {}, one)).resolves.toMatchObject({ subject: 'google-somebody' });
});

test('wrong credentials of ours are told as such', async () => {
  const wrong = adapter({ clientSecret: 'canary-secret-4711' });
  await expect(faultOf(identify(await codeFor(), {}, wrong))).resolves.toBe('misconfigured');
});

test('without Google there is no start', async () => {
  const nowhere = adapter({ endpoints: { issuer: 'http://127.0.0.1:1' } });
  await expect(nowhere.start(start)).rejects.toMatchObject({ fault: 'unavailable' });
});

test('nothing brought, nothing asked', async () => {
  await expect(faultOf(adapter().identify({}, expected))).resolves.toBe('rejected');
});

test('the button takes known pages only, and its script can be loaded by them', async () => {
  const { client_id } = { client_id: GOOGLE.clientId };
  for (const asked of [
    { client_id: 'sim-other', origin: 'https://line.example' },
    { client_id, origin: 'null' },
    { client_id, origin: 'https://line.example/path' },
  ])
    expect((await simulated.open(`${BASE}/gsi/select?${new URLSearchParams(asked)}`)).html).not.toContain('<form');
  const posts = {
    client_id,
    origin: 'https://line.example',
    ux_mode: 'redirect',
    login_uri: 'https://line.example/other',
  };
  expect((await simulated.open(`${BASE}/gsi/select?${new URLSearchParams(posts)}`)).html).toContain(
    'redirect_uri_mismatch',
  );
  const { headers } = await simulated.open(`${BASE}/gsi/client`);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
