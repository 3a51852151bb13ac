/** Another language pressed before the page is live: it takes the place of the page, and Back leads to the one before. */
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

test.each(['renderbus', 'foxrenderfarm'])('%s: before the scripts have come, as later', async (line) => {
  const visitor = await Visitor.arrive(line);
  const { page } = visitor;
  await visitor.open('sign-in');
  const before = page.url();
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 4000));
    await route.continue();
  });
  const path = visitor.line.line.routes.register?.[0];
  await page.goto(`${visitor.origin}${path}`, { waitUntil: 'commit' });
  const link = page.locator('nav.languages a:not([aria-current])');
  await link.waitFor();
  const length = await page.evaluate(() => history.length);
  await link.click();
  await page.waitForURL(/\?lang=/);
  expect(await page.evaluate(() => history.length)).toBe(length);
  await page.goBack();
  expect(page.url()).toBe(before);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
