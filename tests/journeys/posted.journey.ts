/**
 * Signing in with JavaScript off, and with scripts that never come: a wrong password is said and the name stays, the right one
 * signs in; nobody is told more than with scripts, and nothing that was typed stands in an address or is kept.
 */
import { request } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { settled } from './still-visitor.ts';
import { ask, browser, closeBrowser, freshAddress, server, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Foyer2026a';
const WRONG = 'Wrong2026typed';

interface Case {
  readonly line: string;
  readonly screen: 'sign-in' | 'sub-account';
  readonly field: string;
  readonly name: string;
}

const CASES: readonly Case[] = [
  { line: 'renderbus', screen: 'sign-in', field: 'account', name: 'foyer_master' },
  { line: 'foxrenderfarm', screen: 'sign-in', field: 'account', name: 'foyer_master' },
  {
    line: 'renderbus',
    screen: 'sub-account',
    field: 'login-name',
    name: 'foyer_sub@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13',
  },
  {
    line: 'foxrenderfarm',
    screen: 'sub-account',
    field: 'login-name',
    name: 'foyer_sub@c84e2b96-75fa-4d1c-8e60-91a3b7d4f258',
  },
];
const WAYS = ['scripts off', 'scripts that never come'] as const;
const each = CASES.flatMap((one) => WAYS.map((way) => [`${one.line} ${one.screen}`, way, one] as const));

async function arrive({ line, screen }: Case, way: (typeof WAYS)[number]) {
  const context: BrowserContext = await (await browser()).newContext({
    javaScriptEnabled: way === 'scripts that never come',
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  const visitor = await Visitor.arrive(line, { context });
  const { page } = visitor;
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''));
  if (way === 'scripts that never come') await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${visitor.origin}${visitor.line.line.routes[screen]?.[0]}`);
  return { context, visitor, page, addresses };
}

async function send(page: Page, fields: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`form input[name="${name}"]`).fill(value);
  const back = page.waitForResponse((response) => response.request().method() === 'POST');
  const there = page.waitForEvent('load');
  await page.locator('form button[type=submit]').click();
  const posted = await back;
  expect(posted.status()).toBe(303);
  await there;
  await settled(page);
  return (await posted.headerValue('location')) ?? '';
}

const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.endsWith('-session'))?.value;

test.each(each)('%s, %s', async (_what, way, one) => {
  const { context, visitor, page, addresses } = await arrive(one, way);
  const path = visitor.line.line.routes[one.screen]?.[0];
  // Nothing entered: each field says so, and nothing was asked of anybody.
  expect(await send(page, {})).toBe(path);
  expect(await page.locator('[aria-invalid=true]').count()).toBe(2);
  // A wrong password.
  expect(await send(page, { [one.field]: one.name, password: WRONG })).toBe(path);
  await page
    .getByRole('alert')
    .filter({ hasText: visitor.text('errors.Account.SignIn.Failed') })
    .waitFor();
  expect(await page.locator(`form input[name="${one.field}"]`).inputValue()).toBe(one.name);
  expect(await page.locator('form input[name=password]').inputValue()).toBe('');
  expect(await sessionOf(context)).toBeUndefined();
  // The right one.
  expect(await send(page, { password: PASSWORD })).not.toBe(path);
  expect(await sessionOf(context)).toMatch(/^[\w-]{43}$/);
  for (const secret of [WRONG, PASSWORD]) {
    expect(addresses.filter((address) => address.includes(secret))).toEqual([]);
    expect(await page.content()).not.toContain(secret);
  }
  const kept = await ask<{ rows: number }>('SELECT count(*)::int AS rows FROM posted_visit WHERE sealed LIKE $1', [
    `%${WRONG}%`,
  ]);
  expect(kept?.rows).toBe(0);
  await visitor.leave();
});

/** Seeded accounts by how they stand, and one that is nobody's. */
const NAMES = ['phoneless', 'locked', 'unactivated', 'disabled', 'cancelled', 'nobody'];
const standing = ['renderbus', 'foxrenderfarm'].flatMap((line) =>
  ['sign-in', 'sub-account'].flatMap((screen) =>
    (screen === 'sign-in' ? NAMES : ['sub_off', 'nobody']).map(
      (name) => [line, screen as Case['screen'], name] as const,
    ),
  ),
);

interface Told {
  readonly path: string;
  readonly sentences: readonly string[];
}

/** What the page says once the press came to something, and where that is. */
async function toldBy(page: Page, before: string): Promise<Told> {
  const alerts = page.locator('.card [role=alert], main [role=alert]');
  await expectSoon(async () => new URL(page.url()).pathname !== before || (await alerts.count()) > 0);
  const sentences = await alerts.locator('p').allInnerTexts();
  return {
    path: new URL(page.url()).pathname,
    sentences: sentences.map((text) => text.trim()).filter((text) => text !== ''),
  };
}

async function expectSoon(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds().catch(() => false)) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error('Nothing came of it.');
}

test.each(standing)('%s %s tells %s the same with scripts and without', async (line, screen, name) => {
  const told: Told[] = [];
  for (const isOn of [true, false]) {
    const context = await (await browser()).newContext({
      javaScriptEnabled: isOn,
      extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
    });
    const visitor = await Visitor.arrive(line, { context });
    const path = visitor.line.line.routes[screen]?.[0] ?? '';
    await visitor.page.goto(`${visitor.origin}${path}`);
    if (isOn) await visitor.live();
    const [input] = CASES.filter((each) => each.line === line && each.screen === screen);
    const uuid = CASES.find((each) => each.line === line && each.screen === 'sub-account')?.name.split('@')[1];
    const account = screen === 'sign-in' ? `foyer_${name}` : `foyer_${name}@${uuid}`;
    await visitor.page.locator(`form input[name="${input?.field}"]`).fill(account);
    await visitor.page.locator('form input[name=password]').fill(PASSWORD);
    const there = isOn ? undefined : visitor.page.waitForEvent('load');
    await visitor.page.locator('form button[type=submit]').click();
    await there;
    if (!isOn) await settled(visitor.page);
    told.push(await toldBy(visitor.page, path));
    await visitor.leave();
  }
  expect(told[1]).toEqual(told[0]);
});

test.each(['renderbus', 'foxrenderfarm'])('%s says what only its script can show', async (line) => {
  const one: Case = { line, screen: 'sign-in', field: 'account', name: 'foyer_flagged' };
  const { visitor, page } = await arrive(one, 'scripts off');
  await send(page, { account: one.name, password: PASSWORD });
  await page
    .getByRole('alert')
    .filter({ hasText: visitor.text('early.next') })
    .waitFor();
  await visitor.leave();
});

/** A post that no browser makes. */
function post(visitor: Visitor, path: string, headers: Readonly<Record<string, string>>, body: string) {
  const { host, port } = new URL(visitor.origin);
  const all = {
    host,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': freshAddress(),
    ...headers,
  };
  return new Promise<{ readonly status: number; readonly cookies: string; readonly to: string }>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers: all }, (answer) => {
      answer.resume();
      resolve({
        status: answer.statusCode ?? 0,
        cookies: String(answer.headers['set-cookie'] ?? ''),
        to: answer.headers.location ?? '',
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
  ['a hidden origin', { origin: 'null' }, 403],
  ['a hidden origin of another site', { 'sec-fetch-site': 'same-site', origin: 'null' }, 403],
  ['nobody who says so', {}, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin' }, 303],
])(
  'a form that is run is taken from our own page alone: %s',
  async (_what, headers: Record<string, string>, status) => {
    const { visitor } = await arrive(CASES[0] as Case, 'scripts off');
    const path = visitor.line.line.routes['sign-in']?.[0] ?? '';
    const form = new URLSearchParams({ account: 'foyer_master', password: PASSWORD }).toString();
    const answer = await post(visitor, path, headers, form);
    expect([answer.status, answer.cookies.includes('-session=')]).toEqual([status, status === 303]);
    await visitor.leave();
  },
);

test.each(['//evil.example/', '/\\\\evil.example/', '/%2F%2Fevil.example/'])(
  'whoever signs in by a posted form stays on our pages, whatever the address asked for: %s',
  async (path) => {
    const { visitor } = await arrive(CASES[0] as Case, 'scripts off');
    const route = visitor.line.line.routes['sign-in']?.[0] ?? '';
    const wanted = new URLSearchParams({ source_url: visitor.origin + path });
    const form = new URLSearchParams({ account: 'foyer_master', password: PASSWORD }).toString();
    const { status, to } = await post(visitor, `${route}?${wanted}`, { 'sec-fetch-site': 'same-origin' }, form);
    expect([status, new URL(to, visitor.origin).origin]).toEqual([303, visitor.origin]);
    await visitor.leave();
  },
);

test.each(['renderbus', 'foxrenderfarm'])(
  '%s: a form that comes too often says when to come back, and is counted',
  async (line) => {
    const { visitor, page } = await arrive({ line, screen: 'sign-in', field: 'account', name: '' }, 'scripts off');
    const address = freshAddress();
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
    const refused = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${server().port}/metrics`)).text();
      return Number(/^foyer_throttled_total\{[^}]*limit="mutation"[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await refused();
    // Whatever is asked by this address in a minute, until it is too much.
    const call = visitor.line.calls.calls['collect-data']?.path ?? '';
    const many = Array.from({ length: 620 }, () =>
      post(visitor, call, { 'x-forwarded-for': address, 'sec-fetch-site': 'same-origin' }, ''),
    );
    await Promise.all(many);
    await page.locator('form input[name=account]').fill('foyer_master');
    await page.locator('form input[name=password]').fill(PASSWORD);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('form button[type=submit]').click();
    const answer = await answered;
    expect(answer.status()).toBe(429);
    expect(Number(await answer.headerValue('retry-after'))).toBeGreaterThan(0);
    const soon = new Intl.RelativeTimeFormat(visitor.language).format(1, 'minute');
    await page.getByRole('alert').filter({ hasText: soon }).waitFor();
    expect(await refused()).toBeGreaterThan(before);
    await visitor.leave();
  },
);

/** Opens another page of the browser, which runs no script. */
async function goTo(visitor: Visitor, screen: string): Promise<void> {
  await visitor.page.goto(`${visitor.origin}${visitor.line.line.routes[screen]?.[0]}`);
  await settled(visitor.page);
}

describe('other forms without scripts', () => {
  test('an enterprise’s alias: one that nobody has is said at its field, the right one leads to the code', async () => {
    const { visitor, page } = await arrive(CASES[0] as Case, 'scripts off');
    await goTo(visitor, 'dingtalk');
    await send(page, { 'enterprise-alias': 'nobody-here' });
    expect(await page.locator('form input[name="enterprise-alias"]').inputValue()).toBe('nobody-here');
    await page.getByText(visitor.text('errors.Enterprise.Alias.Not.Exists')).first().waitFor();
    expect(await send(page, { 'enterprise-alias': 'foyer-studio' })).toBe(
      visitor.line.line.routes['dingtalk-code']?.[0],
    );
    await visitor.leave();
  });

  test.each(['renderbus', 'foxrenderfarm'])('%s: nobody who is not signed in gets a new username', async (line) => {
    const { visitor, page } = await arrive({ line, screen: 'sign-in', field: 'account', name: '' }, 'scripts off');
    await goTo(visitor, 'set-user-info');
    expect(await send(page, { username: `free${Date.now()}`.slice(0, 20) })).toBe(
      visitor.line.line.routes['sign-in']?.[0],
    );
    await visitor.leave();
  });

  test.each(['renderbus', 'foxrenderfarm'])('%s: a flagged account takes a new username, once', async (line) => {
    const one: Case = { line, screen: 'sign-in', field: 'account', name: 'foyer_flagged' };
    const { visitor, page } = await arrive(one, 'scripts off');
    await send(page, { account: one.name, password: PASSWORD });
    await goTo(visitor, 'set-user-info');
    await send(page, { username: 'foyer_master' });
    await page
      .getByText(visitor.text('errors.Account.UserName.Existed', { phoneLike: 'absent' }))
      .first()
      .waitFor();
    expect(await page.locator('form input[name=username]').inputValue()).toBe('foyer_master');
    const username = `v${Date.now().toString(36)}`;
    await send(page, { username });
    const { line: facts } = visitor.line;
    const row = await ask('select 1 from account where zone = $1 and username = $2', [facts.zone, username]);
    expect(row).toBeDefined();
    await visitor.leave();
  });

  test('a page asks for the present password once it knows that there is one, and takes the new one with it alone', async () => {
    const { visitor, page } = await arrive(CASES[0] as Case, 'scripts off');
    await send(page, { account: 'foyer_master', password: PASSWORD });
    await goTo(visitor, 'change-password');
    const next = { 'new-password': 'Taken2026over', 'confirm-password': 'Taken2026over' };
    await send(page, next);
    const present = page.locator('form input[name="old-password"]');
    await present.waitFor({ state: 'visible' });
    await send(page, { 'old-password': WRONG, ...next });
    expect(await page.locator('[aria-invalid=true], [role=alert]').count()).toBeGreaterThan(0);
    const other = await arrive(CASES[0] as Case, 'scripts off');
    await send(other.page, { account: 'foyer_master', password: PASSWORD });
    expect(await sessionOf(other.context)).toBeDefined();
    expect(await send(page, { 'old-password': PASSWORD, ...next })).toBe(
      visitor.line.line.routes['account-saved']?.[0],
    );
    await other.visitor.leave();
    await visitor.leave();
  });

  test('the page for a sub account’s password does nothing where nobody was chosen', async () => {
    const { visitor, page } = await arrive(CASES[1] as Case, 'scripts off');
    await send(page, { account: 'foyer_master', password: PASSWORD });
    await goTo(visitor, 'sub-account-password');
    await page.waitForURL((url) => url.pathname === visitor.line.line.routes.console?.[0]);
    await settled(page);
    expect(await page.locator('form input[name="new-password"]').count()).toBe(0);
    await visitor.leave();
  });
});
