/** The OpenID adapters against a provider that we did not write. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { Expected, ThirdPartyConfig } from '../../../src/server/ports/identity.ts';
import { apple } from '../../../src/server/vendors/apple/identity.ts';
import { google } from '../../../src/server/vendors/google/identity.ts';
import { openIdConnect } from '../../../src/server/vendors/openid-connect/identity.ts';
import { type OpenId, openId, signInAt } from './openid.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { callback } from './simulated.ts';

const privateKey = String(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
let provider: OpenId;
beforeAll(async () => {
  provider = await openId(privateKey);
});
afterAll(() => provider.stop());

const codeChallenge = createHash('sha256').update(EXPECTED.codeVerifier).digest('base64url');

type Adapter = (changes?: Partial<ThirdPartyConfig>) => ReturnType<typeof openIdConnect>;

/** What holds of every code that is exchanged with a verifier and a secret. */
function holdsCodes(adapter: Adapter, codeFor: () => Promise<string>, expected: Expected, issuer: () => string): void {
  const returned = (code: string) => ({ code, iss: issuer() });
  test('a code works once', async () => {
    const code = await codeFor();
    await adapter().identify(returned(code), expected);
    await expect(faultOf(adapter().identify(returned(code), expected))).resolves.toBe('rejected');
  });

  test.each([
    ['another verifier', { codeVerifier: 'W'.repeat(43) }],
    ['another nonce', { nonce: 'M'.repeat(43) }],
    ['another redirect address', { redirectUri: 'https://line.example/sso/oauth-callback/other' }],
  ])('a code with %s is refused', async (_, changes) => {
    const code = await codeFor();
    await expect(faultOf(adapter().identify(returned(code), { ...expected, ...changes }))).resolves.toBe('rejected');
  });

  test('a wrong secret is ours to mend', async () => {
    const code = await codeFor();
    const wrong = adapter({ clientSecret: 'canary-secret-4711' });
    await expect(faultOf(wrong.identify(returned(code), expected))).resolves.toBe('misconfigured');
  });
}

describe('Google', () => {
  const start = { ...START, redirectUri: callback('google'), codeChallenge };
  const expected: Expected = { ...EXPECTED, redirectUri: callback('google') };
  const adapter = (changes: Partial<ThirdPartyConfig> = {}) =>
    google({
      clientId: 'web-of-google',
      clientSecret: 'a-secret-of-google',
      scope: 'openid email profile',
      endpoints: { issuer: provider.issuer },
      ...changes,
    });
  const codeFor = async (login = 'ann', changes = {}, config = {}): Promise<string> => {
    const { url } = await adapter(config).start({ ...start, ...changes });
    const back = await signInAt(url, login);
    expect(back).toMatchObject({ state: STATE, iss: provider.issuer, code: expect.stringMatching(/^.{20,}$/) });
    return back.code ?? '';
  };

  test('signs in', async () => {
    await expect(adapter().identify({ code: await codeFor(), iss: provider.issuer }, expected)).resolves.toEqual({
      subject: 'ann',
      subjectKind: 'sub',
      appId: 'web-of-google',
      name: 'Name of ann',
      email: 'ann@mail.example',
      // Verified once, but no mailbox of Google's.
      emailVerified: false,
    });
  });

  holdsCodes(
    adapter,
    () => codeFor(),
    expected,
    () => provider.issuer,
  );

  test("another application's code is refused", async () => {
    const code = await codeFor('ann', {}, { clientId: 'somebody-else' });
    await expect(faultOf(adapter().identify({ code, iss: provider.issuer }, expected))).resolves.toBe('rejected');
  });

  test("another application's identity token is refused as a credential", async () => {
    const { url } = await adapter({ clientId: 'somebody-else' }).start(start);
    const { code = '' } = await signInAt(url, 'ann');
    expect(code).not.toBe('');
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: 'somebody-else',
      client_secret: 'a-secret-of-somebody',
      redirect_uri: start.redirectUri,
      code_verifier: EXPECTED.codeVerifier,
    });
    const answered = await fetch(`${provider.issuer}/token`, { method: 'POST', body });
    const { id_token: credential } = (await answered.json()) as { id_token: string };
    await expect(faultOf(adapter().identify({ credential }, expected))).resolves.toBe('rejected');
    const theirs = adapter({ clientId: 'somebody-else' });
    await expect(theirs.identify({ credential }, expected)).resolves.toMatchObject({ subject: 'ann' });
  });

  test('made-up codes are refused', async () => {
    for (const code of ['x', 'canary'.repeat(300), '%00', 'a b', '<>'])
      await expect(faultOf(adapter().identify({ code, iss: provider.issuer }, expected))).resolves.toBe('rejected');
  });

  test('keys that changed are fetched anew', async () => {
    const one = adapter();
    await one.identify({ code: await codeFor(), iss: provider.issuer }, expected);
    const port = Number(new URL(provider.issuer).port);
    await provider.stop();
    await expect(faultOf(one.identify({ code: 'gone', iss: provider.issuer }, expected))).resolves.toBe('unavailable');
    provider = await openId(privateKey, port);
    // Not more than once a second.
    await new Promise((done) => setTimeout(done, 1100));
    await expect(one.identify({ code: await codeFor('bob'), iss: provider.issuer }, expected)).resolves.toMatchObject({
      subject: 'bob',
    });
  });
});

describe('Apple', () => {
  const start = { ...START, redirectUri: callback('apple') };
  const expected: Expected = { ...EXPECTED, redirectUri: callback('apple') };
  const adapter = (credentials: Readonly<Record<string, string>> = {}) =>
    apple({
      clientId: 'web-of-apple',
      credentials: { teamId: 'TEAM123456', keyId: 'KEY1234567', privateKey, ...credentials },
      scope: 'openid name email',
      endpoints: { issuer: provider.issuer },
    });
  const posted = async (login = 'ann') => {
    const { url } = await adapter().start(start);
    const fields = await signInAt(url, login);
    const some = expect.stringMatching(/^.{20,}$/);
    expect(fields).toMatchObject({ state: STATE, code: some, id_token: some });
    return fields;
  };

  test.each(['ann', 'worded-ann'])('signs in %s by a form post', async (login) => {
    const { code = '' } = await posted(login);
    const user = '{"name":{"firstName":"Ann","lastName":"Lee"},"email":"victim@mail.example"}';
    await expect(adapter().identify({ code, iss: provider.issuer, user }, expected)).resolves.toEqual({
      subject: login,
      subjectKind: 'sub',
      appId: 'web-of-apple',
      name: 'Ann Lee',
      email: `${login}@mail.example`,
      emailVerified: true,
    });
  });

  test('a code works once', async () => {
    const { code = '' } = await posted();
    await adapter().identify({ code, iss: provider.issuer }, expected);
    await expect(faultOf(adapter().identify({ code, iss: provider.issuer }, expected))).resolves.toBe('rejected');
  });

  test.each([
    ['another nonce', { nonce: 'M'.repeat(43) }],
    ['another redirect address', { redirectUri: 'https://line.example/sso/oauth-callback/other' }],
  ])('a code with %s is refused', async (_, changes) => {
    const { code = '' } = await posted();
    await expect(
      faultOf(adapter().identify({ code, iss: provider.issuer }, { ...expected, ...changes })),
    ).resolves.toBe('rejected');
  });

  test('a secret of another team is ours to mend', async () => {
    const { code = '' } = await posted();
    await expect(
      faultOf(adapter({ teamId: 'OTHER' }).identify({ code, iss: provider.issuer }, expected)),
    ).resolves.toBe('misconfigured');
  });
});

describe('any other', () => {
  let strict: OpenId;
  beforeAll(async () => {
    strict = await openId(privateKey, undefined, 'conforms');
  });
  afterAll(() => strict.stop());

  const start = { ...START, redirectUri: callback('gitlab'), codeChallenge };
  const expected: Expected = { ...EXPECTED, redirectUri: callback('gitlab') };
  const adapter = (changes: Partial<ThirdPartyConfig> = {}) =>
    openIdConnect({
      clientId: 'web-of-gitlab',
      clientSecret: 'a secret: of gitlab/+%',
      scope: 'openid email profile',
      endpoints: { issuer: strict.issuer },
      ...changes,
    });
  const codeFor = async (config = {}): Promise<string> => {
    const { url } = await adapter(config).start(start);
    const back = await signInAt(url, 'ann');
    expect(back).toMatchObject({ state: STATE, iss: strict.issuer, code: expect.stringMatching(/^.{20,}$/) });
    return back.code ?? '';
  };

  test('signs in: its secret in the header, its tokens by ES256, what it says of people in the profile', async () => {
    await expect(adapter().identify({ code: await codeFor(), iss: strict.issuer }, expected)).resolves.toEqual({
      subject: 'ann',
      subjectKind: 'sub',
      appId: 'web-of-gitlab',
      name: 'Name of ann',
      email: 'ann@mail.example',
      emailVerified: true,
    });
  });

  test.each([
    ['openid', {}],
    ['openid profile', { name: 'Name of ann' }],
    ['openid email', { email: 'ann@mail.example', emailVerified: true }],
  ])('asked for %s it tells no more', async (scope, more) => {
    const config = { scope };
    await expect(
      adapter(config).identify({ code: await codeFor(config), iss: strict.issuer }, expected),
    ).resolves.toEqual({
      subject: 'ann',
      subjectKind: 'sub',
      appId: 'web-of-gitlab',
      ...more,
    });
  });

  holdsCodes(
    adapter,
    () => codeFor(),
    expected,
    () => strict.issuer,
  );
});
