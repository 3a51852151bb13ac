/**
 * Links of mails in browsers without scripts: each tab acts for the account of its own link, whatever other tabs and other
 * browsers do, and a link changes nothing until its button is pressed.
 */
import type { BrowserContext, Page } from 'playwright-core';
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
}

const sees = (visitor: Visitor, key: string, page = visitor.page): Promise<void> =>
  page
    .getByRole('heading', { name: visitor.text(key), exact: true })
    .first()
    .waitFor();

/** Follows a link; the page that it leads on to is there. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForURL((url) => !url.href.includes(tokenOf(link)));
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
async function register(visitor: Visitor): Promise<Person & { readonly link: string }> {
  const { page } = visitor;
  const username = freshName();
  const email = `${username}@mail.example`;
  await page.goto(`${visitor.origin}${visitor.line.line.routes.register?.[0]}`);
  const input = (name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`).first();
  await input('email').fill(email);
  await input('username').fill(username);
  await input('new-password').fill(PASSWORD);
  if (visitor.line.line.businessTypes.length > 1) await input('business-type').check();
  await input('agreement').check();
  await press(visitor, 'screens.register.forms.email.submit');
  return { email, username, link: (await visitor.newestMessage(email, 'activation')).link };
}

async function person(): Promise<Person> {
  const context = await still();
  const visitor = await Visitor.arrive(LINE, { context });
  const { link, ...who } = await register(visitor);
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
