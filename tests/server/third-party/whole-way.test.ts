/** From the button to the result, over HTTP: the server's own way with the adapters and the simulators. */
import { hiddenIn, withWhole } from './whole.ts';

const whole = withWhole('foxrenderfarm');
const GOOGLE = '/api/sso/thirdParty/google/login';
const APPLE = '/api/sso/thirdParty/login/appleLogin';
const INVALID = { code: 'ThirdParty.State.Invalid' };

/** As far as Google's way back. */
async function atGoogle(choice: Readonly<Record<string, string>> = {}) {
  const browser = whole.browser();
  const { state, url } = await browser.begin('google');
  const { to } = await browser.choose(url, choice);
  if (!to) throw new Error('No way back.');
  return { browser, state, to };
}

/** As far as the form that Apple's page posts. */
async function atApple(choice: Readonly<Record<string, string>> = {}) {
  const browser = whole.browser();
  const { state, url } = await browser.begin('apple');
  const { html } = await browser.choose(url, choice);
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  return { browser, state, action, form: hiddenIn(html) };
}

test('Google: from the button to an account that is still to be made', async () => {
  const { browser, state, to } = await atGoogle({ id: 'newcomer' });
  expect(to.pathname).toBe('/sso/oauth-callback/google');
  const back = await browser.go(to);
  expect(back.status).toBe(303);
  expect(back.to?.pathname).toBe('/sso/oauth-callback');
  expect(Object.fromEntries(back.to?.searchParams ?? [])).toEqual({ provider: 'google', state });
  expect(back.headers.get('referrer-policy')).toBe('no-referrer');
  expect(back.headers.get('cache-control')).toBe('no-store');
  expect(await browser.call(GOOGLE, { state })).toMatchObject({
    code: 200,
    data: { provider: 'google', result: 3, email: 'newcomer@workspace.example', emailVerified: true },
  });
});

test('a state works once, and its code came back once', async () => {
  const { browser, state, to } = await atGoogle();
  await browser.go(to);
  await browser.go(to);
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 200 });
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
  await browser.go(to);
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
});

test('of ten calls at once one ends the sign-in', async () => {
  const { browser, state, to } = await atGoogle();
  await browser.go(to);
  const all = await Promise.all(Array.from({ length: 10 }, () => browser.call(GOOGLE, { state })));
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1);
});

test('another browser ends nothing, nor does another call, nor one before its time', async () => {
  const { browser, state, to } = await atGoogle();
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
  await browser.go(to);
  expect(await whole.browser().call(GOOGLE, { state })).toMatchObject(INVALID);
  expect(await browser.call(APPLE, { state })).toMatchObject(INVALID);
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 200 });
});

test("somebody else's code is good for nothing in this sign-in", async () => {
  const theirs = await atGoogle({ id: 'attacker' });
  const { browser, state, to } = await atGoogle({ id: 'victim' });
  to.searchParams.set('code', theirs.to.searchParams.get('code') ?? '');
  await browser.go(to);
  // Neither the verifier nor the nonce fits.
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 'Google.Login.Failed' });
});

test('back with a refusal, the page is told, and the sign-in is over', async () => {
  const { browser, state, to } = await atGoogle();
  to.searchParams.set('error', 'access_denied');
  expect((await browser.go(to)).to?.search).toBe(`?provider=google&state=${state}&refused=1`);
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
});

test.each([
  ['without a code', (to: URL) => to.searchParams.delete('code')],
  ['with two codes', (to: URL) => to.searchParams.append('code', 'another')],
  ['with a code far too long', (to: URL) => to.searchParams.set('code', 'x'.repeat(5000))],
])('back %s is a fault, and no refusal', async (_, change) => {
  const { browser, state, to } = await atGoogle();
  change(to);
  expect((await browser.go(to)).to?.search).toBe(`?provider=google&state=${state}`);
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 'Google.Login.Failed' });
});

test.each([
  ['no state', (to: URL) => to.searchParams.delete('state')],
  ['two states', (to: URL) => to.searchParams.append('state', 'S'.repeat(43))],
  ['a state that is markup', (to: URL) => to.searchParams.set('state', '"><script>')],
])('back with %s, the page is told nothing but who', async (_, change) => {
  const { browser, state, to } = await atGoogle();
  change(to);
  expect((await browser.go(to)).to?.search).toBe('?provider=google');
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
});

test("another provider's way back keeps nothing", async () => {
  const { browser, state, to } = await atGoogle();
  for (const provider of ['qq', 'apple']) {
    await browser.go(new URL(to.href.replace('/google?', `/${provider}?`)));
    expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
  }
  await browser.go(to);
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 200 });
});

test('a form posted to a way back that comes by an address keeps nothing', async () => {
  const { browser, state, to } = await atGoogle();
  // With the cookie of posts, which an earlier attempt with Apple left.
  await browser.begin('apple');
  await browser.go(to.origin + to.pathname, { form: Object.fromEntries(to.searchParams), how: 'foreign-post' });
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
});

test('a late one is refused, by the clock of the database', async () => {
  const { browser, state, to } = await atGoogle();
  await browser.go(to);
  await whole.database.shiftClock(601);
  expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
  await whole.database.shiftClock(-601);
});

/** As far as the credential of Google's button. */
async function atButton(choice: Readonly<Record<string, string>> = {}) {
  const browser = whole.browser();
  const { state, widget = {} } = await browser.begin('google', 'frame');
  const frame = await browser.go(`/foyer/frames/google?${new URLSearchParams(widget)}`);
  const [, script = ''] = /data-script="([^"]+)"/.exec(frame.html) ?? [];
  const [, values = ''] = /data-values="([^"]+)"/.exec(frame.html) ?? [];
  const { clientId, nonce } = JSON.parse(values.replaceAll('&quot;', '"'));
  const asked = new URLSearchParams({ client_id: clientId, origin: whole.own, nonce });
  const { html } = await browser.choose(`${script.replace(/client$/, 'select')}?${asked}`, choice);
  return { browser, state, credential: /data-credential="([^"]*)"/.exec(html)?.[1] ?? '' };
}

test("Google's button: its credential ends the sign-in that its frame was made for, once", async () => {
  const { browser, state, credential } = await atButton({ id: 'presser' });
  expect(await browser.call(GOOGLE, { state, credential })).toMatchObject({ code: 200, data: { result: 3 } });
  expect(await browser.call(GOOGLE, { state, credential })).toMatchObject(INVALID);
});

test("a credential of another sign-in, somebody else's or one's own, is refused", async () => {
  const theirs = await atButton({ id: 'attacker' });
  const { browser, state } = await atButton({ id: 'victim' });
  expect(await browser.call(GOOGLE, { state, credential: theirs.credential })).toMatchObject({
    code: 'Google.Login.Failed',
  });
  expect(await whole.browser().call(GOOGLE, { state: theirs.state, credential: theirs.credential })).toMatchObject(
    INVALID,
  );
});

test('a credential that is posted to the way back, as Google does in another mode, keeps nothing', async () => {
  const { browser, state, credential } = await atButton();
  for (const token of ['one', 'another']) {
    browser.jar.set('g_csrf_token', { value: 'one', path: '/', crosses: true });
    const form = { credential, g_csrf_token: token, select_by: 'btn', state };
    await browser.go('/sso/oauth-callback/google', { form, how: 'foreign-post' });
    expect(await browser.call(GOOGLE, { state })).toMatchObject(INVALID);
  }
});

test('Apple: a form posted across sites, with no cookie but its own', async () => {
  const { browser, state, action, form } = await atApple({ id: 'newcomer' });
  const back = await browser.go(action, { form, how: 'foreign-post' });
  expect(back.to?.search).toBe(`?provider=apple&state=${state}`);
  expect(await browser.call(APPLE, { state })).toMatchObject({
    code: 200,
    data: { provider: 'apple', result: 3, name: 'newcomer (simulated)' },
  });
});

test('Apple: without that cookie, with a stranger’s, or by an address, nothing is kept', async () => {
  const stranger = whole.browser();
  await stranger.begin('apple');
  for (const with_ of [whole.browser(), stranger]) {
    const { browser, state, action, form } = await atApple();
    await with_.go(action, { form, how: 'foreign-post' });
    expect(await browser.call(APPLE, { state })).toMatchObject(INVALID);
  }
  const { browser, state, action, form } = await atApple();
  await browser.go(`${action}?${new URLSearchParams(form)}`);
  expect(await browser.call(APPLE, { state })).toMatchObject(INVALID);
});

test('Apple: a refusal is told to the page', async () => {
  const { browser, state, action, form } = await atApple({ refuse: '1' });
  expect((await browser.go(action, { form, how: 'foreign-post' })).to?.search).toBe(
    `?provider=apple&state=${state}&refused=1`,
  );
});

test('a provider that is down is told as such, and the others go on', async () => {
  const { browser, state, to } = await atGoogle({ trouble: 'down' });
  await browser.go(to);
  expect(await browser.call(GOOGLE, { state })).toMatchObject({ code: 'Google.Login.Failed' });
  const other = await atApple();
  await other.browser.go(other.action, { form: other.form, how: 'foreign-post' });
  expect(await other.browser.call(APPLE, { state: other.state })).toMatchObject({ code: 200 });
});

test('no code, state, nonce or token is logged', async () => {
  const { browser, state, to } = await atGoogle();
  await browser.go(to);
  const { data } = await browser.call(GOOGLE, { state });
  const code = to.searchParams.get('code') ?? 'no code';
  for (const secret of [code, state, data.token]) expect(whole.logs()).not.toContain(secret);
});
