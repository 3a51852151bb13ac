/**
 * A press before the page's scripts have come, if they come at all: by Enter and by the button, on a domestic and on an
 * overseas line. It is carried out with what the fields hold once the page is live; without scripts the page says what to
 * do; and nothing typed ever stands in an address, whatever happens.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { browser, closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

type How = 'Enter' | 'press';

interface Case {
  readonly line: string;
  readonly screen: string;
  readonly form: string;
  /** Typed before the press, and after it. */
  readonly typed: Readonly<Record<string, string>>;
  readonly later: Readonly<Record<string, string>>;
  /** Whether a call goes out with it, or the first wrong field is shown. */
  readonly comes: 'call' | 'judged';
}

const SECRET = 'Secret2026typed';
const CASES: readonly Case[] = [
  {
    line: 'renderbus',
    screen: 'sign-in',
    form: 'password',
    typed: { account: 'nobody-here' },
    later: { password: SECRET },
    comes: 'call',
  },
  {
    line: 'foxrenderfarm',
    screen: 'sign-in',
    form: 'password',
    typed: { account: 'nobody-here' },
    later: { password: SECRET },
    comes: 'call',
  },
  {
    line: 'renderbus',
    screen: 'register',
    form: 'register',
    typed: { phone: '13612345678' },
    later: { code: '12' },
    comes: 'judged',
  },
  {
    line: 'foxrenderfarm',
    screen: 'register',
    form: 'register',
    typed: { email: 'early@bird.example' },
    later: { phone: '12' },
    comes: 'judged',
  },
  {
    line: 'renderbus',
    screen: 'forgot-password',
    form: 'phone',
    typed: { phone: '13612345678' },
    later: { code: '13572' },
    comes: 'judged',
  },
  {
    line: 'foxrenderfarm',
    screen: 'forgot-password',
    form: 'email',
    typed: { email: 'early@bi' },
    later: { email: 'early@bird.example' },
    comes: 'call',
  },
  {
    line: 'renderbus',
    screen: 'sub-account',
    form: 'sub-account',
    typed: { 'login-name': 'earlybird@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13' },
    later: { password: SECRET },
    comes: 'call',
  },
];
const inBothWays = (cases: readonly Case[]) =>
  cases.flatMap((each) =>
    (['Enter', 'press'] as const).map((how) => [`${each.line} ${each.screen}`, how, each] as const),
  );
const both = inBothWays(CASES);
/** Forms that have a code sent first. */
const coded = inBothWays(CASES.filter(({ line, screen }) => line === 'renderbus' && /register|forgot/.test(screen)));

interface Watched {
  readonly visitor: Visitor;
  readonly page: Page;
  /** Every address asked for or shown. */
  readonly addresses: string[];
  /** Bodies of calls. */
  readonly bodies: string[];
}

async function watch(line: string, context?: BrowserContext): Promise<Watched> {
  const visitor = await Visitor.arrive(line, context ? { context } : {});
  const { page } = visitor;
  const addresses: string[] = [];
  const bodies: string[] = [];
  page.on('request', (request) => {
    addresses.push(request.url(), request.headers().referer ?? '');
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/sso'))
      bodies.push(request.postData() ?? '');
  });
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  return { visitor, page, addresses, bodies };
}

const control = (page: Page, field: string) => page.locator(`#field_${field}`);

async function arrive({ visitor, page }: Watched, screen: string): Promise<void> {
  const path = visitor.line.line.routes[screen]?.[0];
  await page.goto(`${visitor.origin}${path}`, { waitUntil: 'commit' });
  await page.locator('form').waitFor();
}

async function type(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, value] of Object.entries(values)) await control(page, field).fill(value);
}

async function submit(page: Page, how: How, field: string): Promise<void> {
  if (how === 'Enter') await control(page, field).press('Enter', { noWaitAfter: true });
  else await page.locator('form button[type=submit]').click({ noWaitAfter: true });
}

const isLive = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.hasAttribute('data-live'));

/** What an address may say of its visitor: the port, and the name of a built file, which is a hash, have any digits. */
const said = (address: string): string =>
  decodeURIComponent(address.replace(/^https?:\/\/[^/]*/, '').replace(/^\/assets\/[^/?#]*/, ''));

function expectClean({ addresses }: Watched, { typed, later }: Case): void {
  const words = [...Object.values(typed), ...Object.values(later)];
  expect(addresses.filter((address) => words.some((word) => said(address).includes(word)))).toEqual([]);
}

/** Presses before life; ends once the page is live. */
async function pressEarly(watched: Watched, how: How, each: Case): Promise<void> {
  const { visitor, page } = watched;
  await arrive(watched, each.screen);
  await type(page, each.typed);
  await submit(page, how, Object.keys(each.typed)[0] ?? '');
  await page.locator('form button[type=submit][aria-busy=true]').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: visitor.text('early.wait') })
    .waitFor();
  await type(page, each.later);
  expect(await isLive(page)).toBe(false);
  await page.waitForSelector('html[data-live]', { state: 'attached', timeout: 120000 });
}

/** The press came to what it asked for, with everything that was typed. */
async function expectCarriedOut(watched: Watched, each: Case): Promise<void> {
  const { visitor, page, bodies } = watched;
  if (each.comes === 'judged') await page.locator('[aria-invalid=true]:focus').waitFor();
  else for (let tries = 0; tries < 100 && bodies.length === 0; tries += 1) await page.waitForTimeout(100);
  for (const [field, value] of Object.entries({ ...each.typed, ...each.later })) {
    if (each.comes === 'judged') expect(await control(page, field).inputValue()).toBe(value);
    // A password goes as its digest.
    else if (value !== SECRET) expect(bodies.join()).toContain(value);
  }
  expect(await page.getByText(visitor.text('early.wait')).count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  expectClean(watched, each);
}

/** Holds the page's scripts back. */
async function delay(page: Page, ms: number): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, ms));
    await route.continue();
  });
}

test.each(both)('%s by %s, scripts 6 s late', async (_what, how, each) => {
  const watched = await watch(each.line);
  await delay(watched.page, 6000);
  await pressEarly(watched, how, each);
  await expectCarriedOut(watched, each);
  await watched.visitor.leave();
});

test.each(['Enter', 'press', 'typing'] as const)(
  'a form that is used before the page is live stays, whichever tab was chosen before: %s',
  async (how) => {
    const watched = await watch('renderbus');
    const { visitor, page, bodies } = watched;
    await visitor.open('sign-in');
    await page.getByRole('tab', { name: visitor.text('screens.sign-in.forms.code.tab') }).click();
    await control(page, 'phone').waitFor();
    // As long as the page takes to keep which tab it is.
    await page.waitForTimeout(500);
    await visitor.open('register');
    await delay(page, 3000);
    await arrive(watched, 'sign-in');
    await control(page, 'account').pressSequentially('nobody');
    expect(await isLive(page)).toBe(false);
    if (how !== 'typing') {
      await control(page, 'password').fill(SECRET);
      await submit(page, how, 'password');
    }
    await page.waitForSelector('html[data-live]', { state: 'attached', timeout: 60000 });
    if (how === 'typing') {
      await page.waitForTimeout(500);
      await page.keyboard.type('-here');
      expect(await control(page, 'account').inputValue()).toBe('nobody-here');
    } else {
      for (let tries = 0; tries < 100 && bodies.length === 0; tries += 1) await page.waitForTimeout(100);
      expect(bodies.join()).toContain('nobody');
    }
    await visitor.leave();
  },
);

test.each(both)('%s by %s, run without scripts', async (_what, how, each) => {
  const context = await (await browser()).newContext({ javaScriptEnabled: false });
  const watched = await watch(each.line, context);
  const { visitor, page } = watched;
  await arrive(watched, each.screen);
  expect(await page.getByText(visitor.text('early.off.form')).count()).toBe(0);
  await type(page, { ...each.typed, ...each.later });
  const back = page.waitForResponse((response) => response.request().method() === 'POST');
  const there = page.waitForEvent('load');
  await submit(page, how, Object.keys(each.typed)[0] ?? '');
  expect((await back).status()).toBe(303);
  await there;
  expect(await page.getByText(visitor.text('early.posted')).count()).toBe(0);
  const path = visitor.line.line.routes[each.screen]?.[0];
  const isHere = new URL(page.url()).pathname === path;
  if (isHere) {
    // What is wrong is said, and all that may be kept is there.
    expect(await page.locator('[role=alert], [aria-invalid=true]').count()).toBeGreaterThan(0);
    for (const look of ['the outcome', 'another look']) {
      for (const [field, value] of Object.entries({ ...each.typed, ...each.later }))
        expect([look, field, await control(page, field).inputValue()]).toEqual([
          look,
          field,
          value === SECRET || field === 'code' ? '' : value,
        ]);
      await page.reload();
    }
  }
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name.endsWith('-visit'))).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expectClean(watched, each);
  await visitor.leave();
});

test.each(coded)('%s by %s, scripts blocked', async (_what, how, each) => {
  const watched = await watch(each.line);
  const { visitor, page } = watched;
  await page.route('**/assets/*.js', (route) => route.abort());
  await arrive(watched, each.screen);
  await page
    .getByRole('status')
    .filter({ hasText: visitor.text('early.works') })
    .waitFor();
  await type(page, { ...each.typed, ...each.later });
  const back = page.waitForResponse((response) => response.request().method() === 'POST');
  await submit(page, how, Object.keys(each.typed)[0] ?? '');
  expect((await back).status()).toBe(303);
  await page.locator('[role=alert], [aria-invalid=true]').first().waitFor();
  await page.unroute('**/assets/*.js');
  await page.reload();
  await visitor.live();
  // What was kept is the form's once the page is live.
  const [name, typed] = Object.entries({ ...each.typed, ...each.later })[0] ?? ['', ''];
  expect(await control(page, name).inputValue()).toBe(typed);
  expectClean(watched, each);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('scripts that are gone for good are told after the press, too', async () => {
  const watched = await watch('renderbus');
  const { visitor, page } = watched;
  let fail: () => void = () => undefined;
  const failed = new Promise<void>((done) => {
    fail = done;
  });
  await page.route('**/assets/*.js', async (route) => {
    await failed;
    await route.fulfill({ status: 404 });
  });
  await arrive(watched, 'sign-in');
  await submit(page, 'press', 'account');
  await page.getByText(visitor.text('early.wait')).waitFor();
  fail();
  await page.getByText(visitor.text('early.works')).waitFor();
  expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  await visitor.leave();
});

test.each(['renderbus', 'foxrenderfarm'])(
  '%s: a tab pressed before the page is live is shown once it is',
  async (line) => {
    const watched = await watch(line);
    const { visitor, page } = watched;
    await delay(page, 3000);
    await arrive(watched, 'sign-in');
    const tab = page.getByRole('tab').last();
    await tab.click();
    await page.getByText(visitor.text('early.wait')).waitFor();
    await visitor.live();
    await page.locator('[role=tab][aria-selected=true]').last().waitFor();
    expect(await tab.getAttribute('aria-selected')).toBe('true');
    expect(await tab.getAttribute('aria-busy')).toBeNull();
    await visitor.leave();
  },
);

test.each(['renderbus', 'foxrenderfarm'])(
  '%s: nobody signed in is no fault in the console of any page',
  async (line) => {
    const visitor = await Visitor.arrive(line);
    const faults: string[] = [];
    visitor.page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${visitor.page.url()} ${message.text()}`);
    });
    for (const screen of ['sign-in', 'register', 'forgot-password', 'sub-account', 'qr-sign-in', 'third-success']) {
      await visitor.open(screen);
      await visitor.page.waitForLoadState('networkidle');
    }
    expect(visitor.requests).toContain('GET /api/foyer/session');
    expect(faults).toEqual([]);
    await visitor.leave();
  },
);

// These wait for most of their time: they begin first and go on beside the journeys above.

test.concurrent.each(both.filter(([, how, { screen }]) => how === 'Enter' && screen === 'sign-in'))(
  '%s by %s, scripts 70 s late',
  async (_what, how, each) => {
    const watched = await watch(each.line);
    await delay(watched.page, 70000);
    await pressEarly(watched, how, each);
    await expectCarriedOut(watched, each);
    await watched.visitor.leave();
  },
  200000,
);

test.concurrent.each(both.filter(([, how, { screen }]) => how === 'press' && screen === 'sign-in'))(
  '%s by %s, at 48 kbit/s',
  async (_what, how, each) => {
    const watched = await watch(each.line);
    const session = await watched.page.context().newCDPSession(watched.page);
    await session.send('Network.enable');
    const bytes = 48000 / 8;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await pressEarly(watched, how, each);
    await expectCarriedOut(watched, each);
    await watched.visitor.leave();
  },
  200000,
);
