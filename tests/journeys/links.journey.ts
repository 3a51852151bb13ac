/**
 * Links of mails in browsers without scripts: each tab acts for the account of its own link, whatever other tabs and other
 * browsers do, and a link changes nothing until its button is pressed.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { settled } from './still-visitor.ts';
import { ask, browser, closeBrowser, freshAddress, freshName, letTimePass, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Render2026x';
const NEW = 'Another2026y';
const LINE = 'foxrenderfarm';

const still = async (): Promise<BrowserContext> =>
  (await browser()).newContext({ javaScriptEnabled: false, extraHTTPHeaders: { 'x-forwarded-for': freshAddress() } });

async function press(visitor: Visitor, key: string, page = visitor.page): Promise<void> {
  const there = page.waitForEvent('load');
  await page.getByRole('button', { name: visitor.text(key), exact: true }).click();
  await there;
  await settled(page);
}

const sees = (visitor: Visitor, key: string, page = visitor.page): Promise<void> =>
  page
    .getByRole('heading', { name: visitor.text(key), exact: true })
    .first()
    .waitFor();

/** Follows a link; the page that it leads on to is there. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForURL((url) => url.searchParams.has('visit') && !url.href.includes(tokenOf(link)));
  await page.waitForLoadState('load');
}

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? '';
const masked = (email: string): string => `${email.slice(0, 2)}****${email.slice(email.indexOf('@'))}`;

const statusOf = async (email: string): Promise<string | undefined> =>
  (await ask<{ status: string }>('select status from account where email = $1', [email]))?.status;

interface Person {
  readonly email: string;
  readonly username: string;
}

/** Registers without scripts; gives whom, and the link that activates. */
async function register(visitor: Visitor, initial = 'm'): Promise<Person & { readonly link: string }> {
  const { page } = visitor;
  // What is masked differs from the first letters on.
  const username = `${initial}${freshName()}`.slice(0, 20);
  const email = `${username}@mail.example`;
  await page.goto(`${visitor.origin}${visitor.line.line.routes.register?.[0]}`);
  const input = (name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`).first();
  await input('email').fill(email);
  await press(visitor, 'screens.register.forms.email.submit');
  await input('username').fill(username);
  await input('new-password').fill(PASSWORD);
  if (visitor.line.line.businessTypes.length > 1) await input('business-type').check();
  await input('agreement').check();
  await press(visitor, 'screens.register-account.forms.account.submit');
  return { email, username, link: (await visitor.newestMessage(email, 'activation')).link };
}

async function person(initial: string): Promise<Person> {
  const context = await still();
  const visitor = await Visitor.arrive(LINE, { context });
  const { link, ...who } = await register(visitor, initial);
  await follow(visitor.page, link);
  await press(visitor, 'screens.activate.actions.activate');
  await sees(visitor, 'screens.activate.states.done.title');
  await visitor.leave();
  return who;
}

test('a link activates in the browser that registered, by its button alone, and again shows success', async () => {
  const visitor = await Visitor.arrive(LINE, { context: await still() });
  const { page } = visitor;
  const { email, link } = await register(visitor);
  await follow(page, link);
  await sees(visitor, 'screens.activate.states.ready.title');
  await page.reload();
  await sees(visitor, 'screens.activate.states.ready.title');
  expect(page.url()).not.toContain(tokenOf(link));
  expect(await statusOf(email)).toBe('unactivated');
  await press(visitor, 'screens.activate.actions.activate');
  await sees(visitor, 'screens.activate.states.done.title');
  expect(await statusOf(email)).toBe('active');
  await page.reload();
  await sees(visitor, 'screens.activate.states.already-active.title');
  await follow(page, link);
  await sees(visitor, 'screens.activate.states.already-active.title');
  await page.getByRole('link', { name: visitor.text('screens.activate.actions.sign-in') }).click();
  await page.waitForURL('**/sso/signin');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

/** The link that resets a person's password, asked for by a browser of its own. */
async function resetLink(line: string, email: string): Promise<string> {
  await letTimePass(61);
  const visitor = await Visitor.arrive(line);
  await visitor.open('forgot-password');
  const byMail = visitor.page.getByRole('tab', { name: visitor.text('screens.forgot-password.forms.email.tab') });
  if ((await byMail.count()) > 0) await byMail.click();
  await visitor.fill({ email });
  await visitor.press('screens.forgot-password.forms.email.submit');
  const asks = visitor.button('captcha.action');
  const sent = visitor.page.waitForURL(`**${visitor.line.line.routes['reset-sent']?.[0]}`);
  await Promise.race([sent, asks.click().catch(() => undefined)]);
  await sent;
  const { link } = await visitor.newestMessage(email, 'reset');
  await visitor.leave();
  return link;
}

async function setPassword(visitor: Visitor, page: Page, first: string, second = first): Promise<void> {
  await page.locator('form [name="new-password"]').fill(first);
  await page.locator('form [name="confirm-password"]').fill(second);
  await press(visitor, 'screens.reset-password.forms.password.submit', page);
}

/** Whether a password signs in, without scripts. */
async function signsIn(line: string, account: string, password: string): Promise<boolean> {
  const context = await still();
  const visitor = await Visitor.arrive(line, { context });
  await visitor.page.goto(`${visitor.origin}${visitor.line.line.routes['sign-in']?.[0]}`);
  await visitor.page.locator('form [name="account"]').fill(account);
  await visitor.page.locator('form [name="password"]').fill(password);
  await press(visitor, 'screens.sign-in.forms.password.submit');
  const names = (await context.cookies()).map(({ name }) => name);
  await visitor.leave();
  return names.some((name) => name.endsWith('-session'));
}

/** The seeded account of a region that has a mailbox. */
const SEEDED = [
  ['foxrenderfarm', 'overseas'],
  ['renderbus', 'domestic'],
] as const;
const seededMail = async (zone: string): Promise<string> =>
  (await ask<{ email: string }>("select email from account where zone = $1 and username = 'foyer_master'", [zone]))
    ?.email ?? '';

test.each(SEEDED)(
  '%s: a reset link is spent by the new password alone, and the page names whose it is',
  async (line, zone) => {
    const email = await seededMail(zone);
    const link = await resetLink(line, email);
    const visitor = await Visitor.arrive(line, { context: await still() });
    const { page } = visitor;
    await follow(page, link);
    await page.getByText(masked(email)).waitFor();
    await setPassword(visitor, page, NEW, PASSWORD);
    await page.getByText(visitor.text('fields.confirm-password.errors.sameAs')).first().waitFor();
    await page.getByText(masked(email)).waitFor();
    expect(await page.locator('form [name="new-password"]').inputValue()).toBe('');
    await page.reload();
    await page.getByText(masked(email)).waitFor();
    await setPassword(visitor, page, NEW);
    await sees(visitor, 'screens.reset-done.states.done.title');
    await page.reload();
    await sees(visitor, 'screens.reset-done.states.done.title');
    for (const each of [tokenOf(link), NEW, PASSWORD]) expect(page.url()).not.toContain(each);
    // The link, and the page before, say that it did its work.
    await page.goBack();
    await sees(visitor, 'screens.reset-done.states.used.title');
    await follow(page, link);
    await sees(visitor, 'screens.reset-done.states.used.title');
    await page.getByRole('link', { name: visitor.text('screens.reset-done.actions.start-again') }).click();
    await page.waitForURL(`**${visitor.line.line.routes['forgot-password']?.[0]}`);
    expect(await signsIn(line, 'foyer_master', NEW)).toBe(true);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  },
);

test('a browser that did not register sets a password first, and activates with it', async () => {
  const [mine, other] = [
    await Visitor.arrive(LINE, { context: await still() }),
    await Visitor.arrive(LINE, { context: await still() }),
  ];
  const { email, username, link } = await register(mine);
  const { page } = other;
  await follow(page, link);
  await sees(other, 'screens.activate.states.elsewhere.title');
  await press(other, 'screens.activate.actions.set-password');
  await page.getByText(masked(email)).waitFor();
  expect(await statusOf(email)).toBe('unactivated');
  await page.reload();
  await page.getByText(masked(email)).waitFor();
  // Its address is nothing to another browser.
  await mine.page.goto(page.url());
  await sees(mine, 'screens.reset-done.states.expired.title');
  await setPassword(other, page, NEW);
  await sees(other, 'screens.activate.states.password-set.title');
  await page.reload();
  await sees(other, 'screens.activate.states.password-set.title');
  expect(await statusOf(email)).toBe('active');
  expect([await signsIn(LINE, username, NEW), await signsIn(LINE, username, PASSWORD)]).toEqual([true, false]);
  for (const visitor of [mine, other]) {
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  }
});

test.each(SEEDED)('%s: a link that is damaged, foreign or none says so and offers another', async (line) => {
  const visitor = await Visitor.arrive(line, { context: await still() });
  const { page, origin } = visitor;
  const { routes } = visitor.line.line;
  const [reset, activate] = [`${origin}${routes['reset-password']?.[0]}`, `${origin}${routes.activate?.[0]}`];
  for (const query of ['?token=damaged', '?visit=damaged', `?visit=${'x'.repeat(7000)}`, '?visit=a.b.c.d']) {
    await page.goto(reset + query);
    await page.waitForURL((url) => !url.search.includes('token='));
    await sees(visitor, 'screens.reset-done.states.expired.title');
    await page.goto(activate + query);
    await page.waitForURL((url) => !url.search.includes('token='));
    await sees(visitor, 'screens.activate.states.expired.title');
  }
  await page.goto(reset);
  await page.waitForURL(`**${routes['forgot-password']?.[0]}`);
  await page.goto(activate);
  await page.waitForURL(`**${routes['re-activate']?.[0]}`);
  await visitor.leave();
});

/** Two people, each with a link of the kind that is told apart. */
const ORDERS = [
  ['the first, then the second', [0, 1]],
  ['the second, then the first', [1, 0]],
] as const;
const BETWEEN = [
  ['nothing', async (_page: Page) => undefined],
  ['a reload', async (page: Page) => void (await page.reload())],
  [
    'another page and Back',
    async (page: Page) => {
      await page.getByRole('link', { name: 'sign in' }).first().click();
      await page.waitForURL('**/sso/signin');
      await page.goBack();
    },
  ],
] as const;
const table = ORDERS.flatMap(([order, indices]) =>
  BETWEEN.map(([name, between]) => [order, name, indices, between] as const),
);

test('two links in two tabs: each sets the password of its own account, in either order, after a reload and Back', async () => {
  for (const [order, name, indices, between] of table) {
    const people = [await person('ada'), await person('bob')] as const;
    const links = [await resetLink(LINE, people[0].email), await resetLink(LINE, people[1].email)];
    const context = await still();
    const visitor = await Visitor.arrive(LINE, { context });
    const pages = [visitor.page, await context.newPage()];
    for (const [at, page] of pages.entries()) await follow(page, links[at] ?? '');
    const passwords = [`First2026${name.length}a`, `Second2026${name.length}b`];
    for (const page of pages) await between(page);
    for (const at of indices) {
      const page = pages[at] as Page;
      const [own, other] = [people[at], people[1 - at]] as [Person, Person];
      // What the other tab failed at is not told here.
      if (at === indices[0]) await setPassword(visitor, pages[1 - at] as Page, 'short', 'other');
      await page.getByText(masked(own.email)).waitFor();
      expect([order, name, await page.getByText(masked(other.email)).count()]).toEqual([order, name, 0]);
      await setPassword(visitor, page, passwords[at] ?? '');
      await sees(visitor, 'screens.reset-done.states.done.title', page);
    }
    for (const at of [0, 1])
      expect([order, name, await signsIn(LINE, people[at]?.username ?? '', passwords[at] ?? '')]).toEqual([
        order,
        name,
        true,
      ]);
    await visitor.leave();
  }
}, 600000);

test('one link after the other in the same tab, and the addresses in another browser', async () => {
  const people = [await person('ada'), await person('bob')] as const;
  const [first, second] = [await resetLink(LINE, people[0].email), await resetLink(LINE, people[1].email)];
  const mine = await Visitor.arrive(LINE, { context: await still() });
  const other = await Visitor.arrive(LINE, { context: await still() });
  await follow(mine.page, first);
  await mine.page.getByText(masked(people[0].email)).waitFor();
  const address = mine.page.url();
  await follow(mine.page, second);
  await mine.page.getByText(masked(people[1].email)).waitFor();
  await mine.page.goBack();
  await mine.page.getByText(masked(people[0].email)).waitFor();
  await mine.page.goForward();
  await mine.page.getByText(masked(people[1].email)).waitFor();
  // Whoever has the address of somebody's page, and not that browser, has nothing.
  await other.page.goto(address);
  await sees(other, 'screens.reset-done.states.expired.title');
  await other.page.route(address, async (route) => {
    if (route.request().method() === 'POST') return route.continue();
    const names = { 'foyer.form': 'password', 'new-password': NEW, 'confirm-password': NEW };
    const inputs = Object.entries(names).map(([name, value]) => `<input name="${name}" value="${value}">`);
    const form = `<form method="post">${inputs.join('')}<button>Post</button></form>`;
    return route.fulfill({ contentType: 'text/html', body: form });
  });
  await other.page.goto(address);
  await other.page.getByRole('button', { name: 'Post' }).click();
  await sees(other, 'screens.reset-done.states.expired.title');
  await setPassword(mine, mine.page, NEW);
  await sees(mine, 'screens.reset-done.states.done.title');
  expect([
    await signsIn(LINE, people[0].username, PASSWORD),
    await signsIn(LINE, people[0].username, NEW),
    await signsIn(LINE, people[1].username, NEW),
  ]).toEqual([true, false, true]);
  for (const visitor of [mine, other]) await visitor.leave();
});

test('a code in one tab and a link in another: each sets the password of its own account', async () => {
  const line = 'renderbus';
  const email = await seededMail('domestic');
  const link = await resetLink(line, email);
  const context = await still();
  const visitor = await Visitor.arrive(line, { context });
  const coded = visitor.page;
  const row = await ask<{ phone: string }>(
    "select phone from account where zone = 'domestic' and username = 'foyer_locked'",
  );
  const phone = String(row?.phone);
  await coded.goto(`${visitor.origin}${visitor.line.line.routes['forgot-password']?.[0]}?form=phone`);
  await coded.locator('form [name="phone"]').fill(phone.replace('+86', ''));
  await press(visitor, 'widgets.code.send', coded);
  const { code } = await visitor.newestMessage(phone, 'code');
  await coded.locator('form [name="phone"]').fill(phone.replace('+86', ''));
  await coded.locator('form [name="code"]').fill(String(code));
  await press(visitor, 'screens.forgot-password.forms.phone.submit', coded);
  expect(new URL(coded.url()).pathname).toBe(visitor.line.line.routes['reset-password']?.[0]);
  const linked = await context.newPage();
  await follow(linked, link);
  await linked.getByText(masked(email)).waitFor();
  await coded.reload();
  expect(await coded.getByText(masked(email)).count()).toBe(0);
  await setPassword(visitor, coded, 'Coded2026x');
  await sees(visitor, 'screens.reset-done.states.done.title', coded);
  await setPassword(visitor, linked, 'Linked2026x');
  await sees(visitor, 'screens.reset-done.states.done.title', linked);
  expect([
    await signsIn(line, 'foyer_locked', 'Coded2026x'),
    await signsIn(line, 'foyer_master', 'Linked2026x'),
  ]).toEqual([true, true]);
  await visitor.leave();
});
