/** The adapter against the simulator: each quirk of the real service, from both sides. */
import { DINGTALK, ENTERPRISE, OTHER_ENTERPRISE } from '../../../src/sandbox/dingtalk/dingtalk.ts';
import type { Enterprise } from '../../../src/server/ports/identity.ts';
import { dingtalk } from '../../../src/server/vendors/dingtalk/identity.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { type Choice, callback, withSimulated } from './simulated.ts';

const simulated = withSimulated();
const redirectUri = callback('dingtalk');
const base = DINGTALK.endpoints.login;

const adapter = (scope = 'openid corpid') =>
  dingtalk({ clientId: '', scope, endpoints: simulated.endpoints(DINGTALK) });

async function backFrom(choice: Choice = {}, scope?: string): Promise<URLSearchParams> {
  const { url } = await adapter(scope).start({ ...START, redirectUri, enterprise: ENTERPRISE });
  const { to } = await simulated.choose(url, choice);
  expect(to?.searchParams.get('state')).toBe(STATE);
  return to?.searchParams ?? new URLSearchParams();
}

const codeFor = async (choice?: Choice, scope?: string): Promise<string> =>
  (await backFrom(choice, scope)).get('authCode') ?? '';

const identify = (code: string, enterprise: Enterprise = ENTERPRISE) =>
  adapter().identify({ code }, { ...EXPECTED, redirectUri, enterprise });

test('the way there and back, and who it is', async () => {
  await expect(identify(await codeFor({ id: 'linked' }))).resolves.toEqual({
    subject: 'dingtalk-linked',
    subjectKind: 'unionid',
    openid: expect.stringMatching(/^[\w-]{24}$/),
    appId: ENTERPRISE.clientId,
    name: 'linked',
    corpId: ENTERPRISE.corpId,
  });
});

test.each([
  ['', ['authCode', 'code', 'state']],
  ['code-only', ['code', 'state']],
  ['authcode-only', ['authCode', 'state']],
])('it comes back with %s: %j', async (trouble, names) => {
  const given = await backFrom({ trouble });
  expect([...given.keys()]).toEqual(names);
  const code = given.get('authCode') ?? given.get('code') ?? '';
  await expect(identify(code)).resolves.toMatchObject({ subject: 'dingtalk-somebody' });
});

test('a code works once', async () => {
  const code = await codeFor();
  await identify(code);
  await expect(faultOf(identify(code))).resolves.toBe('rejected');
});

test('a code is good for five minutes of the database clock', async () => {
  const [first, second] = [await codeFor(), await codeFor()];
  await simulated.database.shiftClock(295);
  await expect(identify(first)).resolves.toMatchObject({ subject: 'dingtalk-somebody' });
  await simulated.database.shiftClock(10);
  await expect(faultOf(identify(second))).resolves.toBe('rejected');
});

test.each([
  ['other-corp', 'foreign'],
  ['no-corp', 'foreign'],
  ['not-member', 'foreign'],
  ['no-scope', 'misconfigured'],
  ['used', 'rejected'],
  ['expired', 'rejected'],
  ['down', 'unavailable'],
])('%s is %s', async (trouble, fault) => {
  await expect(faultOf(identify(await codeFor({ trouble })))).resolves.toBe(fault);
});

test('slow is given up', async () => {
  await expect(faultOf(identify(await codeFor({ trouble: 'slow' })))).resolves.toBe('timeout');
});

test('without the scope corpid nobody is a member', async () => {
  await expect(faultOf(identify(await codeFor({}, 'openid')))).resolves.toBe('foreign');
});

test("one enterprise's code is nothing to another, nor is its corpId", async () => {
  await expect(faultOf(identify(await codeFor(), OTHER_ENTERPRISE))).resolves.toBe('rejected');
  const mixed = { ...ENTERPRISE, corpId: OTHER_ENTERPRISE.corpId };
  await expect(faultOf(identify(await codeFor(), mixed))).resolves.toBe('foreign');
});

test('a wrong secret of ours is our own mistake', async () => {
  const wrong = { ...ENTERPRISE, clientSecret: 'wrong' };
  await expect(faultOf(identify(await codeFor(), wrong))).resolves.toBe('misconfigured');
});

test('who refuses comes back with an error', async () => {
  const given = await backFrom({ refuse: true });
  expect(Object.fromEntries(given)).toEqual({ error: 'access_denied', state: STATE });
});

test('errors carry a string for a code', async () => {
  const { clientId, clientSecret } = ENTERPRISE;
  const response = await fetch(`${simulated.own}${base}/v1.0/oauth2/userAccessToken`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, clientSecret, code: 'none', grantType: 'authorization_code' }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'invalidParameter.authCode.notFound',
    requestid: expect.any(String),
    message: expect.any(String),
  });
});

describe('pages that go nowhere', () => {
  test.each([
    ['another application', { client_id: 'x' }],
    ['another path', { redirect_uri: 'https://line.example/' }],
    ['another scope', { scope: 'corpid' }],
    ['no prompt', { prompt: '' }],
  ])('%s', async (_, changes) => {
    const asked = {
      client_id: ENTERPRISE.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid corpid',
      prompt: 'consent',
      state: 's',
      ...changes,
    };
    for (const iframe of ['true', 'false']) {
      const { html } = await simulated.open(`${base}/oauth2/auth?${new URLSearchParams({ ...asked, iframe })}`);
      expect(html).toContain('This does not work');
      expect(html).not.toContain('<form');
    }
  });
});

describe('the code in a frame', () => {
  async function scanned() {
    const { widget } = await adapter().start({ ...START, redirectUri, way: 'frame', enterprise: ENTERPRISE });
    const page = await simulated.open(widget?.src ?? '');
    const ticket = /data-ticket="([^"]+)"/.exec(page.html)?.[1];
    const news = async (last: string) =>
      JSON.parse((await simulated.open(`${base}/login/news?ticket=${ticket}&last=${last}`)).html);
    return { page, news, phone: `${base}/login/phone?ticket=${ticket}` };
  }

  test('waits, sees the scan, and gives the address to go back to', async () => {
    const { page, news, phone } = await scanned();
    expect(page.headers.get('x-frame-options')).toBeNull();
    const waiting = news('waiting');
    await simulated.open(phone);
    expect(await waiting).toEqual({ step: 'scanned' });
    await simulated.choose(phone, { id: 'fresh' });
    const { step, redirectUrl } = await news('scanned');
    expect(step).toBe('confirmed');
    const given = new URL(redirectUrl);
    expect([`${given.origin}${given.pathname}`, given.searchParams.get('state')]).toEqual([redirectUri, STATE]);
    await expect(identify(given.searchParams.get('authCode') ?? '')).resolves.toMatchObject({
      subject: 'dingtalk-fresh',
      corpId: ENTERPRISE.corpId,
    });
    expect(await news('scanned')).toEqual({ step: 'over' });
  });

  test('cancelled on the phone', async () => {
    const { news, phone } = await scanned();
    await simulated.choose(phone, { refuse: true });
    expect(await news('waiting')).toEqual({ step: 'cancelled' });
  });
});
