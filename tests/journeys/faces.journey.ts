/** A line's own faces of headings: they come after the page, each where its characters are shown, and nothing moves for them. */
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

interface Seen {
  readonly shift: number;
  /** Heights and left edges of the headings before and after. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Files fetched, without the part of their names that tells their content. */
  readonly files: readonly string[];
  readonly painted: boolean;
}

/** Runs before the page's own scripts. A text, so that no build step puts helpers into it that a page does not have. */
const watch = `(() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
})();`;

const measured = (): number[] =>
  [...document.querySelectorAll('h1, h2, .tagline')].flatMap((heading) => {
    const { top, height } = heading.getBoundingClientRect();
    return [top, height];
  });

async function see(line: string, screen: string, language: string, phone: boolean): Promise<Seen> {
  const visitor = await Visitor.arrive(line, { phone, language });
  const { page } = visitor;
  const files: string[] = [];
  // The files come once the page has been looked at without them.
  let release = (): void => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.addInitScript(watch);
  await page.route('**/assets/display-*.woff2', async (route) => {
    files.push((/(display-.*)-[0-9a-f]{12}\.woff2/.exec(route.request().url()) as RegExpExecArray)[1] as string);
    await released;
    await route.continue();
  });
  const path = visitor.line.line.routes[screen]?.[0];
  // A file that is asked for early holds the load event up.
  const waitUntil = 'domcontentloaded';
  await page.goto(`${visitor.origin}${path}?lang=${language === 'zh' ? 'zh_CN' : 'en'}`, { waitUntil });
  await page.locator('html[data-live]').waitFor();
  await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loading'));
  const before = await page.evaluate(measured);
  const painted = await page.evaluate(() => performance.getEntriesByType('paint').length > 0);
  release();
  await page.waitForFunction(() => [...document.fonts].every(({ status }) => status !== 'loading'));
  // A shift is told with the frame after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const after = await page.evaluate(measured);
  const shift = await page.evaluate(() => (window as unknown as { shifted: number }).shifted);
  const isLoaded = await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'));
  expect(isLoaded).toBe(true);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
  return { shift, before, after, files: files.sort(), painted };
}

const LATIN = 'display-latin';
const CHINESE = 'display-chinese';

describe.each([
  ['a phone', true],
  ['a PC', false],
])('%s', (_, phone) => {
  test.each([
    ['pkdragon', 'zh', 'sign-in', CHINESE],
    ['pkdragon', 'en', 'sign-in', undefined],
    ['dayan', 'zh', 'register', CHINESE],
    ['ip', 'zh', 'sign-in', CHINESE],
    ['foxrenderfarm', 'en', 'register', undefined],
    ['dragonforeign', 'en', 'sign-in', undefined],
    ['renderbus', 'en', 'forgot-password', undefined],
    ['avica', 'en', 'sign-in', undefined],
  ] as const)('%s in %s: %s', async (line, language, screen, chinese) => {
    const { shift, before, after, files, painted } = await see(line, screen, language, phone);
    expect(painted).toBe(true);
    expect(before.length).toBeGreaterThan(0);
    expect(after).toEqual(before);
    expect(shift).toBe(0);
    // One of each at most, and none of Chinese for English.
    expect(files.filter((file) => file !== LATIN)).toEqual(chinese === undefined ? [] : [chinese]);
    expect(files.filter((file) => file === LATIN).length).toBeLessThanOrEqual(1);
  });
});

test('a page whose faces never come keeps its words', async () => {
  const visitor = await Visitor.arrive('pkdragon');
  await visitor.page.route('**/*.woff2', (route) => route.abort());
  await visitor.open('sign-in');
  await visitor.page.locator('h1').waitFor();
  expect((await visitor.page.locator('h1').boundingBox())?.height).toBeGreaterThan(20);
  await visitor.leave();
});
