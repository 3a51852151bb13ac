/** The bridge as other front ends use it: the example of docs/front-ends.md, on real origins, framed and as a window. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { type FrontEnds, openFrontEnds } from './front-end.ts';
import { Visitor } from './visitor.ts';

const LOGIN = 'https://login.renderbus.example';
const FRONT = 'https://www.renderbus.example';
/** The same site as the front end, yet not listed. */
const UNLISTED = 'https://jobs.renderbus.example';
const EVIL = 'https://www.evil.example';
/** Another site than the front end's, on which the line answers too. */
const ELSEWHERE = 'https://renderbus.localhost';

const [, example = ''] = /```html\n([\s\S]*?)```/.exec(readFileSync('docs/front-ends.md', 'utf8')) ?? [];
/** Keeps what it hears, whatever it is. */
const listener =
  '<!doctype html><title>Other</title><body><script>window.heard=[];addEventListener("message",(e)=>heard.push(e.data))</script>';

const SIGNED_IN = /^Signed in as [0-9a-f-]{36}$/;

let ends: FrontEnds;
beforeAll(async () => {
  ends = await openFrontEnds(
    {
      'www.renderbus.example': example,
      'jobs.renderbus.example': listener,
      'www.evil.example': listener,
    },
    ['login.renderbus.example', 'renderbus.localhost'],
  );
}, 120000);
afterAll(() => ends.close());

const newContext = (): Promise<BrowserContext> => ends.browser.newContext({ ignoreHTTPSErrors: true });

async function arrive(context: BrowserContext): Promise<Visitor> {
  return Visitor.arrive('renderbus', { context, origin: LOGIN });
}

async function signIn(visitor: Visitor, page = visitor.page): Promise<void> {
  await page.getByLabel(visitor.text('fields.account.label'), { exact: true }).fill('foyer_master');
  await page.getByLabel(visitor.text('fields.password.label'), { exact: true }).fill('Foyer2026a');
  await page.getByRole('button', { name: visitor.text('screens.sign-in.forms.password.submit'), exact: true }).click();
}

const frameIn = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    const frame = document.createElement('iframe');
    frame.src = to;
    document.body.append(frame);
  }, address);

const bridge = (source: string, at = LOGIN): string =>
  `${at}/entry/sso/bridge?source_url=${encodeURIComponent(source)}`;

test('the documented example: the frame tells that nobody is signed in, the window signs in, the frame tells who', async () => {
  const context = await newContext();
  const visitor = await arrive(context);
  const front = await context.newPage();
  await front.goto(`${FRONT}/jobs`);
  await front.getByText('Not signed in').waitFor();
  const [popup] = await Promise.all([front.waitForEvent('popup'), front.getByRole('button').click()]);
  await popup.getByRole('button', { name: visitor.text('screens.bridge.actions.sign-in') }).click();
  await signIn(visitor, popup);
  await front.getByText(SIGNED_IN).waitFor();
  expect(popup.isClosed()).toBe(true);
  expect(await front.getByRole('button').count()).toBe(0);
  // A new page of that front end hears it from the frame alone.
  const later = await context.newPage();
  await later.goto(`${FRONT}/other`);
  await later.getByText(SIGNED_IN).waitFor();
  await context.close();
});

test('in a frame nothing but the bridge is shown: signing in opens a window, which goes back to the front end', async () => {
  const context = await newContext();
  const visitor = await arrive(context);
  const front = await context.newPage();
  await front.goto(`${FRONT}/jobs`);
  await front.getByText('Not signed in').waitFor();
  await frameIn(front, bridge(`${FRONT}/back`));
  const button = front
    .frameLocator('iframe')
    .getByRole('button', { name: visitor.text('screens.bridge.actions.sign-in') });
  const [opened] = await Promise.all([context.waitForEvent('page'), button.click()]);
  await opened.waitForSelector('html[data-live]', { state: 'attached' });
  expect(await opened.evaluate(() => window.opener)).toBeNull();
  await signIn(visitor, opened);
  await opened.waitForURL(`${FRONT}/back`);
  await button.waitFor();
  expect(front.frames().map((frame) => new URL(frame.url()).pathname)).toEqual(['/jobs', '/entry/sso/bridge']);
  await context.close();
});

test('a listed front end on another site hears in a frame that nobody is signed in there, and in a window who is', async () => {
  const context = await newContext();
  const visitor = await Visitor.arrive('renderbus', { context, origin: ELSEWHERE });
  await visitor.open('sign-in');
  await signIn(visitor);
  await visitor.at('console');
  const front = await context.newPage();
  await front.goto(`${FRONT}/jobs`);
  await front.getByText('Not signed in').waitFor();
  const states = (): Promise<string[]> => front.evaluate(() => (window as unknown as { states: string[] }).states);
  await front.evaluate(() => {
    const found: string[] = [];
    Object.assign(window, { states: found });
    addEventListener('message', ({ origin, data }) => found.push(`${origin} ${data.state}`));
  });
  await frameIn(front, bridge(`${FRONT}/jobs`, ELSEWHERE));
  await front.waitForFunction(() => (window as unknown as { states: string[] }).states.length === 1);
  expect(await states()).toEqual([`${ELSEWHERE} signed-out`]);
  await front.evaluate((to) => void window.open(to), bridge(`${FRONT}/jobs`, ELSEWHERE));
  await front.waitForFunction(() => (window as unknown as { states: string[] }).states.length === 2);
  expect((await states())[1]).toBe(`${ELSEWHERE} signed-in`);
  await context.close();
});

test.each([UNLISTED, EVIL])('%s is not listed: no frame, and a window hears nothing', async (origin) => {
  const context = await newContext();
  const visitor = await arrive(context);
  await visitor.open('sign-in');
  await signIn(visitor);
  await visitor.at('console');
  const other = await context.newPage();
  const refusals: string[] = [];
  other.on('console', (message) => {
    if (message.text().includes('frame-ancestors')) refusals.push(message.text());
  });
  await other.goto(`${origin}/x`);
  await frameIn(other, bridge(`${FRONT}/jobs`));
  for (const [source, state] of [
    [`${FRONT}/jobs`, 'told'],
    [`${origin}/x`, 'refused'],
  ] as const) {
    const [popup] = await Promise.all([
      other.waitForEvent('popup'),
      other.evaluate((to) => void window.open(to), bridge(source)),
    ]);
    await popup.getByText(visitor.text(`screens.bridge.states.${state}.title`)).waitFor();
    await popup.close();
  }
  expect(refusals).toHaveLength(1);
  expect(other.frames().filter((frame) => frame.url().startsWith(LOGIN))).toEqual([]);
  expect(await other.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([]);
  await context.close();
});
