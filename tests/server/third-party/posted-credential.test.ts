/** Google's button on a page of its own: the credential that Google posts back across sites, and everything that is not it. */
import { sha256 } from '../../../src/server/accounts/secrets.ts';
import { hiddenIn, type WholeBrowser, withWhole } from './whole.ts';

const whole = withWhole('foxrenderfarm');
const CALL = '/api/sso/thirdParty/google/login';
const BACK = '/sso/oauth-callback/google';
const INVALID = { code: 'ThirdParty.State.Invalid' };

interface Pressed {
  readonly browser: WholeBrowser;
  readonly state: string;
  /** What Google's page posts. */
  readonly form: Readonly<Record<string, string>>;
  readonly action: string;
}

/** As far as the form that Google's page posts, with the cookie that its script left. */
async function press(choice: Readonly<Record<string, string>> = {}): Promise<Pressed> {
  const browser = whole.browser();
  const { state, url } = await browser.begin('google', 'post');
  const page = await browser.go(url);
  const [, script = ''] = /data-script="([^"]+)"/.exec(page.html) ?? [];
  const [, values = ''] = /data-values="([^"]+)"/.exec(page.html) ?? [];
  const { clientId, nonce, loginUri, state: told } = JSON.parse(values.replaceAll('&quot;', '"'));
  expect([loginUri, told]).toEqual([whole.own + BACK, state]);
  browser.jar.set('g_csrf_token', { value: 'the-word', path: '/', crosses: true });
  const asked = { client_id: clientId, origin: whole.own, nonce, ux_mode: 'redirect', login_uri: loginUri };
  const query = new URLSearchParams({ ...asked, g_csrf_token: 'the-word', state });
  const { html } = await browser.choose(`${script.replace(/client$/, 'select')}?${query}`, choice);
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
  return { browser, state, form: hiddenIn(html), action };
}

const post = ({ browser, form }: Pick<Pressed, 'browser' | 'form'>) => browser.go(BACK, { form, how: 'foreign-post' });

test('from the button to the account, by the one redirect address', async () => {
  const { browser, state, form, action } = await press({ id: 'newcomer' });
  expect(new URL(action).pathname).toBe(BACK);
  expect(form).toMatchObject({ g_csrf_token: 'the-word', select_by: 'btn', state });
  const back = await post({ browser, form });
  expect(back.status).toBe(303);
  expect(back.to?.pathname).toBe('/sso/oauth-callback');
  expect(Object.fromEntries(back.to?.searchParams ?? [])).toEqual({ provider: 'google', state });
  expect(await browser.call(CALL, { state })).toMatchObject({
    code: 200,
    data: { provider: 'google', result: 3, email: 'newcomer@workspace.example', emailVerified: true },
  });
  expect(await browser.call(CALL, { state })).toMatchObject(INVALID);
  expect(whole.logs()).not.toContain(form.credential);
});

test('as JSON it is the same', async () => {
  const { browser, state, form } = await press();
  const back = await browser.go(BACK, { json: form, how: 'foreign-post' });
  expect(back.to?.search).toBe(`?provider=google&state=${state}`);
  expect(await browser.call(CALL, { state })).toMatchObject({ code: 200, data: { result: 3 } });
});

test('the page with the button is framed by nobody else, keeps whoever opened it, and opens what the button needs', async () => {
  const browser = whole.browser();
  const { url } = await browser.begin('google', 'post');
  const { status, headers } = await browser.go(url);
  expect(status).toBe(200);
  // A sandboxed page that asked for more is shown by no browser.
  expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'.*sandbox /);
});

type Change = (pressed: Pressed) => Promise<Pick<Pressed, 'browser' | 'form'>> | Pick<Pressed, 'browser' | 'form'>;
const word = (browser: WholeBrowser, value: string | undefined): WholeBrowser => {
  if (value === undefined) browser.jar.delete('g_csrf_token');
  else browser.jar.set('g_csrf_token', { value, path: '/', crosses: true });
  return browser;
};
const without = (form: Pressed['form'], name: string): Pressed['form'] =>
  Object.fromEntries(Object.entries(form).filter(([each]) => each !== name));

/** Each keeps nothing: not forged, not missing, not foreign. */
const NOT_OURS: readonly [what: string, change: Change][] = [
  ['no word in the form', ({ browser, form }) => ({ browser, form: without(form, 'g_csrf_token') })],
  ['no word in a cookie', ({ browser, form }) => ({ browser: word(browser, undefined), form })],
  [
    'no word at all',
    ({ browser, form }) => ({ browser: word(browser, undefined), form: without(form, 'g_csrf_token') }),
  ],
  ['two empty words', ({ browser, form }) => ({ browser: word(browser, ''), form: { ...form, g_csrf_token: '' } })],
  ['another word in the form', ({ browser, form }) => ({ browser, form: { ...form, g_csrf_token: 'the-w0rd' } })],
  ['a word that is longer', ({ browser, form }) => ({ browser, form: { ...form, g_csrf_token: 'the-word-and' } })],
  [
    'a word that is far too long',
    ({ browser, form }) => ({ browser, form: { ...form, g_csrf_token: 'x'.repeat(5000) } }),
  ],
  ['another word in the cookie', ({ browser, form }) => ({ browser: word(browser, 'theirs'), form })],
  [
    'words that match in a browser that began nothing',
    ({ form }) => ({ browser: word(whole.browser(), 'the-word'), form }),
  ],
  [
    'words that match in the browser of somebody else',
    async ({ form }) => ({ browser: (await press()).browser, form }),
  ],
  [
    'the credential of somebody else, made for their sign-in',
    async ({ browser, form }) => ({
      browser,
      form: { ...form, credential: (await press({ id: 'attacker' })).form.credential ?? '' },
    }),
  ],
  ['no credential that can be read', ({ browser, form }) => ({ browser, form: { ...form, credential: 'a.b.c' } })],
  ['a code instead', ({ browser, form }) => ({ browser, form: { ...without(form, 'credential'), code: 'a-code' } })],
  ['a code besides', ({ browser, form }) => ({ browser, form: { ...form, code: 'a-code' } })],
  ['no state', ({ browser, form }) => ({ browser, form: without(form, 'state') })],
  ['a state of nobody', ({ browser, form }) => ({ browser, form: { ...form, state: 'S'.repeat(43) } })],
];

test.each(NOT_OURS)('with %s nothing is kept, and the right one still counts', async (_, change) => {
  const pressed = await press();
  const { browser, state, form } = pressed;
  const mended = [...browser.jar];
  expect((await post(await change(pressed))).status).toBe(303);
  browser.jar.clear();
  for (const [name, cookie] of mended) browser.jar.set(name, cookie);
  // Asking by the call would use the state up.
  const [row] = await whole.database.db.query<{ open: boolean }>(
    'select returned is null and not refused and used_at is null as open from third_state where state_digest = $1',
    [sha256(state)],
  );
  expect(row?.open).toBe(true);
  await post({ browser, form });
  expect(await browser.call(CALL, { state })).toMatchObject({ code: 200 });
});

test.each(['other-csrf', 'no-csrf'])(
  'Google itself with the trouble %s: the page says to start again',
  async (trouble) => {
    const { browser, state, form } = await press({ trouble });
    expect((await post({ browser, form })).to?.search).toBe('?provider=google');
    expect(await browser.call(CALL, { state })).toMatchObject(INVALID);
  },
);

test.each(['wrong-aud', 'wrong-iss', 'stale', 'alg-none', 'alg-hs256', 'wrong-key'])(
  'a credential with the trouble %s is kept, and refused by whoever judges it',
  async (trouble) => {
    const { browser, state, form } = await press({ trouble });
    await post({ browser, form });
    expect(await browser.call(CALL, { state })).toMatchObject({ code: 'Google.Login.Failed' });
  },
);

test('another browser ends nothing, and by an address nothing comes back', async () => {
  const { browser, state, form } = await press();
  await browser.go(`${BACK}?${new URLSearchParams(form)}`);
  await browser.go(`${BACK}?${new URLSearchParams({ state, error: 'access_denied' })}`);
  await post({ browser, form });
  expect(await whole.browser().call(CALL, { state })).toMatchObject(INVALID);
  expect(await browser.call(CALL, { state })).toMatchObject({ code: 200 });
});

test.each(['redirect', 'popup', 'frame'])('a sign-in begun as %s takes no posted credential', async (way) => {
  const { form } = await press();
  const browser = word(whole.browser(), 'the-word');
  await browser.begin('google', 'post');
  const { state } = await browser.begin('google', way);
  await post({ browser, form: { ...form, state } });
  expect(await browser.call(CALL, { state })).toMatchObject(INVALID);
});

test('late, by the clock of the database, nothing is kept', async () => {
  const { browser, state, form } = await press();
  await whole.database.shiftClock(601);
  await post({ browser, form });
  expect(await browser.call(CALL, { state })).toMatchObject(INVALID);
  await whole.database.shiftClock(-601);
});
