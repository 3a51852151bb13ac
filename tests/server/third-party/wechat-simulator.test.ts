/** The adapter against the simulator: each quirk of the real service, from both sides. */
import { WECHAT } from '../../../src/sandbox/wechat/wechat.ts';
import type { Way } from '../../../src/server/ports/identity.ts';
import { wechat } from '../../../src/server/vendors/wechat/identity.ts';
import { EXPECTED, faultOf, START, STATE } from './provider.ts';
import { type Choice, callback, withSimulated } from './simulated.ts';

const simulated = withSimulated();
const redirectUri = callback('wechat');

const { clientId } = WECHAT;
const base = WECHAT.endpoints.api;

function adapter(changes: { clientId?: string; clientSecret?: string } = {}) {
  const credentials = { clientId, clientSecret: WECHAT.credentials.clientSecret ?? '', ...changes };
  return wechat({ ...credentials, scope: 'snsapi_login', endpoints: simulated.endpoints(WECHAT) });
}

async function codeFor(choice: Choice = {}): Promise<string> {
  const { url } = await adapter().start({ ...START, redirectUri });
  const { to } = await simulated.choose(url, choice);
  expect(to?.searchParams.get('state')).toBe(STATE);
  return to?.searchParams.get('code') ?? '';
}

const identify = (code: string) => adapter().identify({ code }, { ...EXPECTED, redirectUri });
const count = async () => (await simulated.database.db.query('select 1 from sandbox.issued')).length;

test('the way there and back, and who it is', async () => {
  const identity = await identify(await codeFor({ id: 'linked' }));
  expect(identity).toMatchObject({
    subject: 'wechat-linked',
    subjectKind: 'unionid',
    appId: clientId,
    name: 'linked',
    openid: expect.stringMatching(/^o[\w-]{27}$/),
  });
  const again = await identify(await codeFor({ id: 'linked' }));
  expect(again.openid).toBe(identity.openid);
});

test('a code works once', async () => {
  const code = await codeFor();
  await identify(code);
  await expect(faultOf(identify(code))).resolves.toBe('rejected');
});

test('of 10 uses of one code at the same time, one works', async () => {
  const code = await codeFor();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => identify(code)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code is good for ten minutes of the database clock', async () => {
  const [first, second] = [await codeFor(), await codeFor()];
  await simulated.database.shiftClock(595);
  await expect(identify(first)).resolves.toMatchObject({ subject: 'wechat-somebody' });
  await simulated.database.shiftClock(10);
  await expect(faultOf(identify(second))).resolves.toBe('rejected');
});

test.each([
  ['used', 'rejected'],
  ['expired', 'rejected'],
  ['busy', 'unavailable'],
  ['limited', 'unavailable'],
  ['down', 'unavailable'],
])('%s is %s', async (trouble, fault) => {
  await expect(faultOf(identify(await codeFor({ trouble })))).resolves.toBe(fault);
});

test('slow is given up', async () => {
  await expect(faultOf(identify(await codeFor({ trouble: 'slow' })))).resolves.toBe('timeout');
});

test.each(['no-unionid', 'no-profile'])('%s', async (trouble) => {
  const identity = await identify(await codeFor({ trouble }));
  expect(identity.subjectKind).toBe(trouble === 'no-unionid' ? 'openid' : 'unionid');
  expect(identity.name).toBe(trouble === 'no-unionid' ? 'somebody' : undefined);
});

test('who refuses comes back without a code', async () => {
  const { url } = await adapter().start({ ...START, redirectUri });
  const { to } = await simulated.choose(url, { refuse: true });
  expect(`${to?.origin}${to?.pathname}${to?.search}`).toBe(`${redirectUri}?state=${STATE}`);
});

test.each([
  ['secret', { clientSecret: 'wrong' }],
  ['application', { clientId: 'wrong' }],
])('a wrong %s of ours is our own mistake', async (_, changes) => {
  const identified = adapter(changes).identify({ code: await codeFor() }, EXPECTED);
  await expect(faultOf(identified)).resolves.toBe('misconfigured');
});

test('mistakes come with HTTP 200 and as text/plain', async () => {
  const query = new URLSearchParams({
    appid: clientId,
    secret: WECHAT.credentials.clientSecret ?? '',
    code: 'none',
    grant_type: 'authorization_code',
  });
  const { status, headers, html } = await simulated.open(`${base}/sns/oauth2/access_token?${query}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain']);
  expect(JSON.parse(html)).toEqual({ errcode: 40029, errmsg: expect.stringMatching(/^invalid code, rid: /) });
});

describe('pages that go nowhere', () => {
  test.each([
    ['another application', { appid: 'wx2' }, '10001'],
    ['another scope', { scope: 'snsapi_base' }, '10005'],
    ['another path', { redirect_uri: 'https://line.example/elsewhere' }, '10003'],
    ['another provider', { redirect_uri: callback('qq') }, '10003'],
    ['a script', { redirect_uri: 'javascript:alert(1)//sso/oauth-callback/wechat' }, '10003'],
  ])('%s', async (_, changes, number) => {
    const asked = { appid: clientId, redirect_uri: redirectUri, scope: 'snsapi_login', state: 's', ...changes };
    const { html } = await simulated.open(`${base}/connect/qrconnect?${new URLSearchParams(asked)}`);
    expect(html).toContain(`(${number})`);
    expect(html).not.toContain('<form');
  });

  test.each([
    ['an id that is none', { id: '../x' }],
    ['a trouble that is none', { trouble: 'nonsense' }],
  ])('%s', async (_, choice) => {
    const { url } = await adapter().start({ ...START, redirectUri });
    const before = await count();
    expect((await simulated.choose(url, choice)).page.status).toBe(400);
    expect(await count()).toBe(before);
  });
});

describe('the code in a frame', () => {
  async function scanned(way: Way = 'frame') {
    const { widget } = await adapter().start({ ...START, redirectUri, way });
    const page = await simulated.open(widget?.src ?? '');
    const value = (name: string): string => new RegExp(`data-${name}="([^"]+)"`).exec(page.html)?.[1] ?? '';
    const poll = async (last = '') => {
      const path = `${base}/connect/l/qrconnect?uuid=${value('ticket')}${last && `&last=${last}`}`;
      const told = /^window\.wx_errcode=(\d+);window\.wx_code='([\w-]*)';$/.exec((await simulated.open(path)).html);
      return { number: Number(told?.[1]), code: told?.[2] ?? '' };
    };
    return { page, poll, value, phone: `${base}/connect/confirm?uuid=${value('ticket')}` };
  }

  test('waits, sees the scan, and goes on with a code inside the frame', async () => {
    const { page, poll, value, phone } = await scanned();
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
    expect([value('back'), value('state'), value('inside')]).toEqual([redirectUri, STATE, 'yes']);
    expect(await poll()).toEqual({ number: 408, code: '' });
    const waiting = poll();
    await simulated.open(phone);
    expect(await waiting).toEqual({ number: 404, code: '' });
    expect(await poll('404')).toEqual({ number: 404, code: '' });
    await simulated.choose(phone, { id: 'risky' });
    const { number, code } = await poll('404');
    expect(number).toBe(405);
    await expect(identify(code)).resolves.toMatchObject({ subject: 'wechat-risky' });
    expect(await poll('404')).toEqual({ number: 402, code: '' });
  });

  test('cancelled on the phone', async () => {
    const { poll, phone } = await scanned();
    await simulated.choose(phone, { refuse: true });
    expect(await poll()).toEqual({ number: 403, code: '' });
    expect((await simulated.open(phone)).html).toContain('This code is over.');
  });

  test('over after five minutes', async () => {
    const { poll, phone } = await scanned();
    await simulated.database.shiftClock(301);
    expect(await poll()).toEqual({ number: 402, code: '' });
    expect((await simulated.open(phone)).html).toContain('This code is over.');
  });

  test('the picture is one', async () => {
    const { page } = await scanned();
    const picture = await simulated.open(/<img src="([^"]+)"/.exec(page.html)?.[1] ?? '');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(picture.html).toMatch(/^<svg/);
  });
});

test('neither codes nor tokens are stored', async () => {
  const code = await codeFor();
  await identify(code);
  const stored = JSON.stringify(await simulated.database.db.query('select * from sandbox.issued'));
  expect(stored).not.toContain(code);
});
