/** Light and dark: pages follow the system, a visitor may choose the other, and what was chosen is there from the first paint on. */
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../src/tools/browser.ts';
import { masterArrives } from './third-party.ts';
import { closeBrowser, lines, originOf } from './visitor.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await closeBrowser();
});

type Scheme = 'light' | 'dark';
const other = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light');

/** What a page shows of its scheme, by its colours, its pictures and what it tells the browser. */
interface Seen {
  readonly background: string;
  readonly pictures: readonly string[];
  readonly bar: string;
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const bar = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
      ({ media }) => matchMedia(media).matches,
    );
    const pictures = [...document.querySelectorAll<HTMLImageElement>('.home img')].flatMap(
      ({ currentSrc }) => /\.(light|dark)\.svg$/.exec(currentSrc)?.[1] ?? [],
    );
    const background = getComputedStyle(document.documentElement).getPropertyValue('--background');
    return { background, pictures: [...new Set(pictures)], bar: bar?.content ?? '' };
  });

/** A picture in another scheme is another file, which has to come. */
async function expectLook(page: Page, wanted: Seen): Promise<void> {
  let seen = await look(page);
  for (let nth = 0; nth < 50 && JSON.stringify(seen) !== JSON.stringify(wanted); nth += 1) {
    await page.waitForTimeout(100);
    seen = await look(page);
  }
  expect(seen).toEqual(wanted);
}

const NAME = /^(切换深浅色|Light or dark)$/;

const table = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'ip', 'dayan', 'avica'].flatMap((line) =>
  (['light', 'dark'] as const).map((system) => [line, system] as const),
);

test.each(table)('%s, where the system is %s', async (name, system) => {
  const line = (await lines())[name];
  if (line === undefined) throw new Error(`There is no line ${name}.`);
  const expected = (scheme: Scheme): Seen => {
    const { background } = line.theme.color[scheme];
    return { background, pictures: [scheme], bar: background };
  };
  const context = await browser.newContext({ colorScheme: system, viewport: { width: 1366, height: 657 } });
  try {
    const page = await context.newPage();
    const button = (on: Page) => on.getByRole('button', { name: NAME });
    await page.goto(`${originOf(name)}/sso/`);
    await button(page).waitFor();
    await expectLook(page, expected(system));

    await button(page).click();
    await expectLook(page, expected(other(system)));

    // What follows on the same page has pictures of its own.
    await page.goto(`${originOf(name)}/sso/not-found`);
    await button(page).waitFor();
    await expectLook(page, expected(other(system)));
    await page.getByRole('main').getByRole('button').first().click();
    await page.getByRole('textbox').first().waitFor();
    await expectLook(page, expected(other(system)));

    // Before any script but the page's own line has come.
    const early = await context.newPage();
    await early.route('**/assets/*.js', () => {});
    await early.goto(`${originOf(name)}/sso/`, { waitUntil: 'commit' });
    await early.locator('.providers img').first().waitFor();
    await early.waitForFunction(() => document.readyState !== 'loading');
    await expectLook(early, expected(other(system)));
    await early.close();

    // Another tab follows; what the system asks for is no choice.
    const second = await context.newPage();
    await second.goto(`${originOf(name)}/sso/`);
    await button(second).click();
    await page.waitForFunction((wanted) => {
      const style = getComputedStyle(document.documentElement);
      return style.getPropertyValue('--background') === wanted;
    }, expected(system).background);
    await expectLook(page, expected(system));
    expect(await second.evaluate(() => localStorage.getItem('foyer:scheme'))).toBeNull();
    await second.emulateMedia({ colorScheme: other(system) });
    await expectLook(second, expected(other(system)));
  } finally {
    await context.close();
  }
});

test.each([...new Set(table.map(([line]) => line))])('%s: it stands beside the way out of an account', async (name) => {
  const { page, context } = await masterArrives(name);
  await page.setViewportSize({ width: 1366, height: 657 });
  const button = page.getByRole('button', { name: NAME });
  const [moon, out] = await Promise.all([button.boundingBox(), page.locator('header > .actions').boundingBox()]);
  expect((out?.x ?? 0) - ((moon?.x ?? 0) + (moon?.width ?? 0))).toBeLessThan(24);
  await context.close();
});

test('without a store the choice holds for the page', async () => {
  const context = await browser.newContext({ colorScheme: 'light' });
  try {
    const page = await context.newPage();
    await page.addInitScript(`Storage.prototype.setItem = () => { throw new Error('blocked'); };`);
    await page.goto(`${originOf('avica')}/sso/`);
    await page.getByRole('button', { name: NAME }).click();
    await expectLook(page, { ...(await look(page)), pictures: ['dark'] });
  } finally {
    await context.close();
  }
});

test('without scripts there is no button, and the page follows the system', async () => {
  const context = await browser.newContext({ colorScheme: 'dark', javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${originOf('avica')}/sso/`);
    await page.getByRole('textbox').first().waitFor();
    expect(await page.getByRole('button', { name: NAME }).count()).toBe(0);
    expect(await page.locator('.home img').evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\.dark\.svg$/,
    );
  } finally {
    await context.close();
  }
});
