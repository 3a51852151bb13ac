/** The adapter against the simulator: each quirk of the real service, from both sides. */
import { OTHER_QQ_APP, QQ } from '../../../src/sandbox/qq/qq.ts';
import type { Returned } from '../../../src/server/ports/identity.ts';
import { qq } from '../../../src/server/vendors/qq/identity.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { type Choice, callback, withSimulated } from './simulated.ts';

const simulated = withSimulated();
const redirectUri = callback('qq');
const { clientId } = QQ;
const base = QQ.endpoints.graph;

function adapter(changes: { clientId?: string; clientSecret?: string } = {}) {
  const credentials = { clientId, clientSecret: QQ.credentials.clientSecret ?? '', ...changes };
  return qq({ ...credentials, scope: 'get_user_info', endpoints: simulated.endpoints(QQ) });
}

async function codeFor(choice: Choice = {}): Promise<string> {
  const { url } = await adapter().start({ ...START, redirectUri });
  const { to } = await simulated.choose(url, choice);
  expect(to?.searchParams.get('state')).toBe(STATE);
  return to?.searchParams.get('code') ?? '';
}

/** An access token as the connect script gets it: in the fragment. */
async function tokenFor(app: string, choice: Choice = {}): Promise<string> {
  const asked = { response_type: 'token', client_id: app, redirect_uri: redirectUri, state: STATE };
  const { to } = await simulated.choose(`${base}/oauth2.0/authorize?${new URLSearchParams(asked)}`, choice);
  expect(to?.search).toBe('');
  return new URLSearchParams(to?.hash.slice(1)).get('access_token') ?? '';
}

const identify = (returned: Returned) => adapter().identify(returned, { ...EXPECTED, redirectUri });

test('the way there and back, and who it is', async () => {
  await expect(identify({ code: await codeFor({ id: 'linked' }) })).resolves.toEqual({
    subject: 'qq-linked',
    subjectKind: 'unionid',
    openid: expect.stringMatching(/^[0-9A-F]{32}$/),
    appId: clientId,
    name: 'linked',
  });
});

test.each(['as-query', 'as-callback'])('the token %s', async (trouble) => {
  await expect(identify({ code: await codeFor({ trouble }) })).resolves.toMatchObject({ subject: 'qq-somebody' });
});

test('a code works once', async () => {
  const code = await codeFor();
  await identify({ code });
  await expect(faultOf(identify({ code }))).resolves.toBe('rejected');
});

test('a code is good for ten minutes of the database clock', async () => {
  const code = await codeFor();
  await simulated.database.shiftClock(601);
  await expect(faultOf(identify({ code }))).resolves.toBe('rejected');
});

test('a code is good for the redirect address that it was made for', async () => {
  const elsewhere = { ...EXPECTED, redirectUri: 'https://other.example/sso/oauth-callback/qq' };
  await expect(faultOf(adapter().identify({ code: await codeFor() }, elsewhere))).resolves.toBe('misconfigured');
});

test.each([
  ['used', 'rejected'],
  ['expired', 'rejected'],
  ['other-app', 'rejected'],
  ['down', 'unavailable'],
])('%s is %s', async (trouble, fault) => {
  await expect(faultOf(identify({ code: await codeFor({ trouble }) }))).resolves.toBe(fault);
});

test('slow is given up', async () => {
  await expect(faultOf(identify({ code: await codeFor({ trouble: 'slow' }) }))).resolves.toBe('timeout');
});

test('without the grant for unionids it is the openid', async () => {
  const identity = await identify({ code: await codeFor({ trouble: 'no-unionid' }) });
  expect(identity).toMatchObject({ subject: identity.openid, subjectKind: 'openid' });
});

test('without the permission for profiles there is no name', async () => {
  const identity = await identify({ code: await codeFor({ trouble: 'no-name' }) });
  expect([identity.subject, identity.name]).toEqual(['qq-somebody', undefined]);
});

describe('a token that the connect script gave to the browser', () => {
  test('of our own application', async () => {
    await expect(identify({ accessToken: await tokenFor(clientId) })).resolves.toMatchObject({
      subject: 'qq-somebody',
    });
  });

  test('of another application, of the very same person', async () => {
    await expect(faultOf(identify({ accessToken: await tokenFor(OTHER_QQ_APP) }))).resolves.toBe('rejected');
  });

  test('of our own application, after sixty days', async () => {
    const accessToken = await tokenFor(clientId);
    await simulated.database.shiftClock(5_184_001);
    await expect(faultOf(identify({ accessToken }))).resolves.toBe('rejected');
  });

  test('of nobody', async () => {
    await expect(faultOf(identify({ accessToken: 'made-up' }))).resolves.toBe('rejected');
  });
});

test('who refuses comes back nowhere: the window closes', async () => {
  const { url } = await adapter().start({ ...START, redirectUri });
  const { to, page } = await simulated.choose(url, { refuse: true });
  expect(to).toBeUndefined();
  expect(page.html).toContain('/close.js');
});

test('or it comes back with an error', async () => {
  const { url } = await adapter().start({ ...START, redirectUri });
  const { to } = await simulated.choose(url, { trouble: 'error-pair' });
  expect([...(to?.searchParams.keys() ?? [])]).toEqual(['error', 'error_description', 'state']);
});

test.each([
  ['key', { clientSecret: 'wrong' }],
  ['application', { clientId: 'wrong' }],
])('a wrong %s of ours is our own mistake', async (_, changes) => {
  const identified = adapter(changes).identify({ code: await codeFor() }, { ...EXPECTED, redirectUri });
  await expect(faultOf(identified)).resolves.toBe('misconfigured');
});

test('bodies as they come: a query string, callbacks with a line break, HTTP 200', async () => {
  const asked = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: QQ.credentials.clientSecret ?? '',
    code: await codeFor(),
    redirect_uri: redirectUri,
  };
  const token = `${base}/oauth2.0/token?${new URLSearchParams(asked)}`;
  const first = await simulated.open(token);
  expect(first.html).toMatch(/^access_token=[\w-]+&expires_in=5184000&refresh_token=/);
  const again = await simulated.open(token);
  expect([again.status, again.html]).toEqual([
    200,
    'callback( {"error":100020,"error_description":"code is reused error"} );\n',
  ]);
  const accessToken = new URLSearchParams(first.html).get('access_token');
  expect((await simulated.open(`${base}/oauth2.0/me?access_token=${accessToken}`)).html).toMatch(
    /^callback\( \{"client_id":"sim-qq","openid":"[0-9A-F]{32}"\} \);\n$/,
  );
});

describe('pages that go nowhere', () => {
  test.each([
    ['another way', { response_type: 'x' }, '100000'],
    ['another application', { client_id: '1' }, '100008'],
    ['another path', { redirect_uri: 'https://line.example/' }, '100010'],
    ['no state', { state: '' }, '100006'],
  ])('%s', async (_, changes, number) => {
    const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state: 's', ...changes };
    const { html } = await simulated.open(`${base}/oauth2.0/authorize?${new URLSearchParams(asked)}`);
    expect(html).toContain(`(${number})`);
    expect(html).not.toContain('<form');
  });
});
