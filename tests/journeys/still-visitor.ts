/** Visitors without scripts, and what their browsers post. */
import { get, request } from 'node:http';
import type { Page } from 'playwright-core';
import { browser, freshAddress, Visitor } from './visitor.ts';

/** Comes to a screen without scripts. */
export async function arriveStill(line: string, screen: string, query = '', language?: string): Promise<Visitor> {
  const context = await (await browser()).newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': freshAddress() },
  });
  const visitor = await Visitor.arrive(line, { context, ...(language && { language }) });
  await visitor.page.goto(`${visitor.origin}${visitor.line.line.routes[screen]?.[0]}${query}`);
  return visitor;
}

/** Waits for the page that a browser without scripts is led to at once. */
export const settled = (page: Page): Promise<void> =>
  page.locator('html:not(:has(meta[http-equiv=refresh]))').waitFor({ state: 'attached' });

export const pathTo = (visitor: Visitor, screen: string): string => visitor.line.line.routes[screen]?.[0] ?? '';

/** A control of the page's form. */
const input = (page: Page, name: string) => page.locator(`form [name="${name}"]:not([type=hidden])`).first();

export async function enter({ page }: Visitor, values: Readonly<Record<string, string | boolean>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') await input(page, name).setChecked(value);
    else await input(page, name).fill(value);
  }
}

/** Presses a button of the page, or of a part of it, and waits for the last page that it leads to. */
export async function press(
  visitor: Visitor,
  key: string,
  params?: Record<string, string>,
  within = 'body',
): Promise<void> {
  const { page } = visitor;
  const there = page.waitForEvent('load');
  await page
    .locator(within)
    .getByRole('button', { name: visitor.text(key, params), exact: true })
    .click();
  await there;
  // A page that leads on at once would end whatever the journey opens next.
  await settled(page);
}

/** Sends a password with the form of a page that stands still. */
export async function signIn(visitor: Visitor, account: string, password: string): Promise<void> {
  if (!visitor.page.url().includes('form=password'))
    await visitor.page.goto(`${visitor.origin}${pathTo(visitor, 'sign-in')}?form=password`);
  await enter(visitor, { account, password });
  await press(visitor, 'screens.sign-in.forms.password.submit');
}

interface Session {
  readonly username?: string;
}

/** Whose session this browser has, as the service says. */
export async function sessionOf(visitor: Visitor): Promise<Session | undefined> {
  const { host, port } = new URL(visitor.origin);
  const cookies = (await visitor.context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const headers = { host, cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' };
  const text = await new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: '/api/foyer/session', headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () => resolve(body));
    }).on('error', reject);
  });
  return (JSON.parse(text) as { readonly data?: Session }).data;
}

export const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await sessionOf(visitor))?.username !== undefined;

export interface Answered {
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly cookies: readonly string[];
}

/** Posts a form to the page that is shown, with the browser's cookies: also what no page of ours would. */
export async function postForm(visitor: Visitor, form: Readonly<Record<string, string>>): Promise<Answered> {
  const { host, port, pathname, search } = new URL(visitor.page.url());
  const cookies = (await visitor.context.cookies()).map(({ name, value }) => `${name}=${value}`);
  const headers = {
    host,
    cookie: cookies.join('; '),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: pathname + search, method: 'POST', headers };
    const asked = request(options, (answer) => {
      answer.resume();
      const { location, 'set-cookie': set = [] } = answer.headers;
      resolve({ status: answer.statusCode, location, cookies: set });
    });
    asked.on('error', reject);
    asked.end(new URLSearchParams(form).toString());
  });
}
