/** Apple's adapter against its simulator: the post across sites, the name that comes once, the signed secret. */
import { generateKeyPairSync } from 'node:crypto';
import { APPLE } from '../../../src/sandbox/apple/apple.ts';
import type { Expected, ThirdPartyConfig } from '../../../src/server/ports/identity.ts';
import { apple } from '../../../src/server/vendors/apple/identity.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { type Choice, callback, withSimulated } from './simulated.ts';

const simulated = withSimulated();
const redirectUri = callback('apple');
const start = { ...START, redirectUri };
const expected: Expected = { ...EXPECTED, redirectUri };

function adapter(changes: Partial<ThirdPartyConfig> = {}) {
  const { clientId, credentials } = APPLE;
  return apple({ clientId, credentials, scope: 'name email', endpoints: simulated.endpoints(APPLE), ...changes });
}

/** What the page at Apple posts to the callback. */
async function posted(choice: Choice = {}): Promise<Readonly<Record<string, string>>> {
  const { url } = await adapter().start(start);
  const { page } = await simulated.choose(url, choice);
  expect(page.html).toContain(`<form method="post" action="${redirectUri}">`);
  const fields = [...page.html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  return Object.fromEntries(
    fields.map(([, name, value = '']) => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]),
  );
}

async function identify(choice: Choice = {}, with_ = adapter(), changes: Partial<Expected> = {}) {
  const { code = '', user } = await posted(choice);
  return with_.identify({ code, ...(user === undefined ? {} : { user }) }, { ...expected, ...changes });
}

test('asks for a post, and for an identity token beside the code', async () => {
  const { url } = await adapter().start(start);
  const { pathname, searchParams } = new URL(url);
  expect(pathname).toBe('/simulators/apple/auth/authorize');
  expect(Object.fromEntries(searchParams)).toEqual({
    client_id: APPLE.clientId,
    response_type: 'code id_token',
    response_mode: 'form_post',
    redirect_uri: redirectUri,
    scope: 'name email',
    state: STATE,
    nonce: START.nonce,
  });
});

test('the name comes with the first consent and never again', async () => {
  const first = await posted({ id: 'newcomer' });
  expect(Object.keys(first).sort()).toEqual(['code', 'id_token', 'state', 'user']);
  const { code = '', user = '' } = first;
  await expect(adapter().identify({ code, user }, expected)).resolves.toEqual({
    subject: 'apple-newcomer',
    subjectKind: 'sub',
    appId: APPLE.clientId,
    name: 'newcomer (simulated)',
    email: 'newcomer@privaterelay.appleid.example',
    emailVerified: true,
  });
  const second = await posted({ id: 'newcomer' });
  expect(second).not.toHaveProperty('user');
  const again = await adapter().identify({ code: second.code ?? '' }, expected);
  expect(again).toMatchObject({ subject: 'apple-newcomer' });
  expect(again).not.toHaveProperty('name');
});

test.each([
  ['{"name":{"firstName":"Ann","lastName":"Lee"},"email":"victim@mail.example"}', 'Ann Lee'],
  ['{"name":{"firstName":"Ann"}}', 'Ann'],
  ['{"name":{"firstName":7,"lastName":"Lee\\u0000\\n"}}', 'Lee'],
  ['{"name":null}', undefined],
  ['{"name":"Ann"}', undefined],
  ['[]', undefined],
  ['no json', undefined],
  ['', undefined],
])('of the unsigned %s only a name is taken', async (user, name) => {
  const { code = '' } = await posted();
  const identity = await adapter().identify({ code, user }, expected);
  expect(identity.name).toBe(name);
  expect(identity.email).toBe('somebody@privaterelay.appleid.example');
});

test.each([
  ['', true],
  ['boolean-verified', true],
  ['unverified', false],
])('email_verified, %j, is %j', async (trouble, verified) => {
  await expect(identify({ trouble })).resolves.toMatchObject({ emailVerified: verified });
});

test('a refusal is posted with the state and without a code', async () => {
  await expect(posted({ refuse: true })).resolves.toEqual({ state: STATE, error: 'user_cancelled_authorize' });
});

test('a code works once', async () => {
  const { code = '' } = await posted();
  await adapter().identify({ code }, expected);
  await expect(faultOf(adapter().identify({ code }, expected))).resolves.toBe('rejected');
});

test.each([
  ['wrong-nonce', 'rejected'],
  ['no-nonce', 'rejected'],
  ['wrong-aud', 'rejected'],
  ['wrong-azp', 'rejected'],
  ['wrong-iss', 'rejected'],
  ['stale', 'rejected'],
  ['alg-none', 'rejected'],
  ['alg-hs256', 'rejected'],
  ['wrong-key', 'rejected'],
  ['used', 'rejected'],
  ['expired', 'rejected'],
  ['bad-client', 'misconfigured'],
  ['down', 'unavailable'],
])('%s is %s', async (trouble, fault) => {
  await expect(faultOf(identify({ trouble }))).resolves.toBe(fault);
});

test('slow is given up', async () => {
  await expect(faultOf(identify({ trouble: 'slow' }))).resolves.toBe('timeout');
}, 15_000);

test('the nonce of another sign-in is refused', async () => {
  await expect(faultOf(identify({}, adapter(), { nonce: 'M'.repeat(43) }))).resolves.toBe('rejected');
});

test('a secret signed with another key, for another team or by another key id is told as ours to mend', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const another = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const wrong of [{ privateKey: another }, { teamId: 'OTHER' }, { keyId: 'OTHER' }, { privateKey: 'canary' }]) {
    const with_ = adapter({ credentials: { ...APPLE.credentials, ...wrong } });
    await expect(faultOf(identify({}, with_))).resolves.toBe('misconfigured');
  }
});
