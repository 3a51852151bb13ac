/**
 * Links in browsers whose scripts are off, and whose scripts never come: no token stays in the address, the history or a
 * referrer, the page says what to do, nothing turns for ever, and the link is as good as before.
 */
import type { Page } from 'playwright-core';
import { decide, setOut } from './third-party.ts';
import { browser, closeBrowser, freshAddress, freshName, letTimePass, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const LINE = 'foxrenderfarm';
const PASSWORD = 'Render2026x';

let activation: string;
let reset: string;

/** Registers; gives the link that activates. */
async function register(visitor: Visitor, email: string, username: string): Promise<string> {
  await visitor.registersByEmail(email, username, PASSWORD);
  return (await visitor.newestMessage(email, 'activation')).link;
}

beforeAll(async () => {
  const [one, two] = [freshName(), freshName()];
  const first = await Visitor.arrive(LINE);
  activation = await register(first, `${one}@mail.example`, one);
  await first.leave();
  const visitor = await Visitor.arrive(LINE);
  const email = `${two}@mail.example`;
  await visitor.page.goto(await register(visitor, email, two));
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
  await visitor.leave();
  // Before another message goes to the same mailbox.
  await letTimePass(61);
  const other = await Visitor.arrive(LINE);
  await other.open('forgot-password');
  await other.fill({ email });
  await other.press('screens.forgot-password.forms.email.submit');
  await other.at('reset-sent');
  reset = (await other.newestMessage(email, 'reset')).link;
  await other.leave();
}, 240000);

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';

interface Link {
  readonly what: string;
  /** Screen whose page it opens. */
  readonly screen: string;
  /** Its address, and what must not stay of it. */
  readonly to: () => readonly [path: string, secret: string];
  /** What is read there without scripts, where it can be followed. */
  readonly follows?: string;
  /** Screen that it leads to, where that is another. */
  readonly lands?: string;
}

const SETS = 'screens.reset-password.forms.password.submit';
const ELSEWHERE = 'screens.activate.actions.set-password';

const at = (link: string, path: string): readonly [string, string] => [`${path}?token=${tokenOf(link)}`, tokenOf(link)];
const mailed = (link: string): readonly [string, string] => {
  const { pathname, search } = new URL(link);
  return [pathname + search, tokenOf(link)];
};

const LINKS: readonly Link[] = [
  { what: 'the activation link', screen: 'activate', follows: ELSEWHERE, to: () => mailed(activation) },
  {
    what: 'the former activation link',
    screen: 'activate',
    follows: ELSEWHERE,
    to: () => at(activation, '/sso/bridge/account-activate'),
  },
  { what: 'the reset link', screen: 'reset-password', follows: SETS, to: () => mailed(reset) },
  {
    what: 'the former reset link',
    screen: 'reset-password',
    follows: SETS,
    to: () => at(reset, '/sso/bridge/reset-password'),
  },
  {
    what: 'a passport to a new password',
    screen: 'passport',
    lands: 'reset-password',
    follows: SETS,
    to: () => [`/sso/passport?business=reset-password&token=${tokenOf(reset)}`, tokenOf(reset)],
  },
  {
    what: 'a passport to an activation',
    screen: 'passport',
    lands: 'activate',
    follows: ELSEWHERE,
    to: () => [`/sso/passport?business=account-activate&token=${tokenOf(activation)}`, tokenOf(activation)],
  },
  {
    what: 'a passport that nobody knows',
    screen: 'passport',
    follows: 'screens.passport.states.unknown.title',
    to: () => ['/sso/passport?business=nothing&token=some-token', 'some-token'],
  },
  {
    what: 'a passport to a provider that the line has not',
    screen: 'passport',
    follows: 'screens.passport.states.not-offered.title',
    to: () => ['/sso/passport?business=dingding&token=some-token', 'some-token'],
  },
  {
    what: 'a scanned code that is none',
    screen: 'qr-confirm',
    follows: 'screens.qr-confirm.states.expired.title',
    to: () => ['/sso/qr/confirm?ticket=scanned-code', 'scanned-code'],
  },
  {
    what: 'a provider’s callback',
    screen: 'oauth-callback',
    to: () => ['/sso/oauth-callback?provider=google&state=some-state', 'some-state'],
  },
];
const each = LINKS.map((link) => [link.what, link] as const);

interface Watched {
  readonly visitor: Visitor;
  readonly page: Page;
  /** What requests say where they come from. */
  readonly referrers: string[];
}

async function watch(options: { readonly off?: boolean }): Promise<Watched> {
  const context = await (await browser()).newContext({
    javaScriptEnabled: options.off !== true,
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  const visitor = await Visitor.arrive(LINE, { context });
  const { page } = visitor;
  const referrers: string[] = [];
  // What is sent in truth: what a redirect's request shows at first is not.
  page.on('request', (request) => {
    void request.allHeaders().then(
      ({ referer = '' }) => referrers.push(referer),
      () => undefined,
    );
  });
  return { visitor, page, referrers };
}

/** Every entry of the tab's history. */
async function entriesOf(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  return entries.map(({ url }) => url);
}

/** Comes from one page of ours to the link. */
async function follow({ visitor, page }: Watched, path: string, lands?: string): Promise<void> {
  await page.goto(`${visitor.origin}/sso/signup`, { waitUntil: 'commit' });
  await page.goto(visitor.origin + path, { waitUntil: 'commit' });
  const to = [path.split('?')[0], visitor.line.line.routes[lands ?? '']?.[0]];
  await page.waitForURL((url) => url.href.startsWith(visitor.origin) && to.includes(url.pathname));
}

/** In the place of a page that waits, or above a form; what stands in `noscript` is found by its role alone. */
async function saysWhy({ visitor, page }: Watched, screen: string): Promise<void> {
  const sentence = visitor.text(`screens.${screen}.off`);
  await page
    .getByText(sentence)
    .or(page.getByRole('alert').filter({ hasText: sentence }))
    .waitFor();
}

/** No trace of the secret, and the entry that the link opened is one. */
async function expectNoTrace({ visitor, page, referrers }: Watched, path: string, secret: string): Promise<void> {
  const { searchParams } = new URL(page.url());
  expect([...searchParams.keys()].filter((name) => !['lang', 'visit'].includes(name))).toEqual([]);
  const [, ...entries] = await entriesOf(page);
  expect(entries.slice(-2).map((entry) => new URL(entry).pathname)).toEqual(['/sso/signup', path.split('?')[0]]);
  expect([...entries, ...referrers].filter((address) => address.includes(secret))).toEqual([]);
  expect(visitor.complaints).toEqual([]);
}

test.each(each)('%s, scripts off', async (_what, { screen: opens, to, follows, lands }) => {
  const watched = await watch({ off: true });
  const { visitor, page } = watched;
  const [path, secret] = to();
  const screen = lands ?? opens;
  await follow(watched, path, lands);
  await page.waitForURL((url) => !url.href.includes(secret));
  const tells = (): Promise<void> =>
    follows === undefined
      ? saysWhy(watched, screen)
      : page.getByText(visitor.text(follows), { exact: true }).first().waitFor();
  await tells();
  expect(new URL(page.url()).searchParams.has('visit')).toBe(follows !== undefined);
  expect([
    await page.locator('.spinner:visible').count(),
    await page.getByRole('heading', { level: 1 }).count(),
  ]).toEqual([0, 1]);
  await expectNoTrace(watched, lands === undefined ? path : String(visitor.line.line.routes[lands]?.[0]), secret);
  // Back leads to where the visitor came from, and not into the link again.
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForURL('**/sso/signup');
  await page.goForward({ waitUntil: 'commit' });
  await tells();
  // Who registered elsewhere has one thing to do here; what else is told leads to the account.
  if (follows === ELSEWHERE || opens === 'qr-confirm') return visitor.leave();
  await page
    .getByRole('link', {
      name: visitor.text(
        { 'reset-password': 'screens.reset-password.links.sign-in', passport: 'screens.passport.actions.sign-in' }[
          screen
        ] ?? 'early.home',
      ),
    })
    .click();
  await page.waitForURL('**/sso/signin');
  expect(watched.referrers.filter((referrer) => referrer.includes(secret))).toEqual([]);
  await visitor.leave();
});

test.each(each.filter(([what]) => !what.includes('former')))('%s, scripts blocked', async (_what, { screen, to }) => {
  const watched = await watch({});
  const { visitor, page } = watched;
  const [path, secret] = to();
  await page.route('**/assets/*.js', (route) => route.abort());
  await follow(watched, path);
  await page
    .getByText(visitor.text(screen === 'reset-password' ? 'early.lost' : 'early.late.text'))
    .first()
    .waitFor();
  expect(await page.locator('.spinner:visible').count()).toBe(0);
  await expectNoTrace(watched, path, secret);
  // Once they come, the page knows what its link brought: it says the same as the link opened anew.
  await page.unroute('**/assets/*.js');
  await page.reload();
  await visitor.live();
  const anew = await Visitor.arrive(LINE);
  await anew.open(path);
  const said = (who: Visitor): Promise<string> => who.page.locator('main').ariaSnapshot();
  const same = async (): Promise<boolean> =>
    (await anew.page.locator('.spinner').count()) === 0 && (await said(visitor)) === (await said(anew));
  for (let tries = 0; tries < 100 && !(await same()); tries += 1) await page.waitForTimeout(100);
  expect(await said(visitor)).toBe(await said(anew));
  await anew.leave();
  await visitor.leave();
});

test('what was looked at without scripts is as good as before', async () => {
  const visitor = await Visitor.arrive(LINE);
  await visitor.page.goto(activation);
  await visitor.sees('screens.activate.states.elsewhere.title');
  await visitor.page.goto(reset);
  await visitor.live();
  await visitor.fill({ 'new-password': PASSWORD.replace('x', 'y'), 'confirm-password': PASSWORD.replace('x', 'y') });
  await visitor.press('screens.reset-password.forms.password.submit');
  await visitor.sees('screens.reset-done.states.done.title');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a sign-in at a provider whose visitor turns scripts off comes back to a page that says so', async () => {
  const watched = await watch({});
  const { visitor, page } = watched;
  const states: string[] = [];
  // What is sent in truth: what a redirect's request shows at first is not.
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/sso/oauth-callback') states.push(searchParams.get('state') ?? '');
  });
  await setOut(visitor, 'google');
  await page.waitForURL(/\/simulators\//);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await decide(page, { person: 'linked' });
  await page.waitForURL((url) => url.pathname === '/sso/oauth-callback' && url.search === '');
  await saysWhy(watched, 'oauth-callback');
  expect(states.filter((state) => state !== '')).toHaveLength(1);
  expect(
    (await entriesOf(page)).filter((entry) => entry.startsWith(visitor.origin) && entry.includes('state=')),
  ).toEqual([]);
  await session.send('Emulation.setScriptExecutionDisabled', { value: false });
  // Nothing was used up: the next one ends as it should.
  await setOut(visitor, 'google');
  await decide(page, { person: 'linked' });
  await visitor.at('console');
  await visitor.leave();
});

test.each([
  ['a page that waits', '/sso/activate?token=never', 'early.late.text'],
  ['a code to scan', '/sso/qr', 'early.late.text'],
  ['a form', '/sso/signin', 'early.works'],
])('%s whose scripts do not come says so after 90 s', async (_what, path, said) => {
  const { visitor, page } = await watch({});
  await page.clock.install();
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(visitor.origin + path, { waitUntil: 'commit' });
  await page.locator('#early').waitFor({ state: 'attached' });
  const seen = page.getByText(visitor.text(said)).filter({ visible: true });
  await page.clock.runFor(60_000);
  expect(await seen.count()).toBe(0);
  await page.clock.runFor(30_000);
  await seen.first().waitFor();
  expect(await page.locator('.spinner:visible').count()).toBe(0);
  await visitor.leave();
});
