/** Verdicts on pages are kept: what did not change is not looked at again, and whatever changes is. */
import { rmSync } from 'node:fs';
import type { StatedPage } from '../../src/tools/pages.ts';
import { openVerdicts } from '../../src/tools/verdicts.ts';

const NAME = `test-${process.pid}`;
afterAll(() => rmSync(`.cache/verdicts/${NAME}.json`, { force: true }));

const page = (html: string): StatedPage => ({
  line: 'renderbus',
  language: 'en',
  direction: 'ltr',
  screen: 'sign-in',
  state: '',
  path: '/sso',
  title: 'Sign in',
  html,
});
const PAGES = [page('<p>1</p>'), page('<p>2</p>')];

/** Runs once, and gives what was found and which pages were looked at. */
async function run({ on = ['css'], what = 'tree', pages = PAGES, keeps = true } = {}) {
  const verdicts = openVerdicts(NAME, on, keeps);
  const looked: string[] = [];
  const found = await verdicts.of(what, pages, async (fresh) =>
    fresh.map(({ html }) => {
      looked.push(html);
      return [`found ${html}`];
    }),
  );
  verdicts.keep();
  return { looked, found };
}

test('once looked at, a page is not looked at again, and its verdict is the same', async () => {
  const first = await run();
  expect(first.looked).toEqual(['<p>1</p>', '<p>2</p>']);
  expect(await run()).toEqual({ looked: [], found: first.found });
});

test('a sentence that changed has its own page looked at, and no other', async () => {
  await run();
  const { looked, found } = await run({ pages: [page('<p>1</p>'), page('<p>new</p>')] });
  expect(looked).toEqual(['<p>new</p>']);
  expect(found).toEqual([['found <p>1</p>'], ['found <p>new</p>']]);
});

test.each([
  ['style, art, rules or browser', { on: ['other css'] }],
  ['another question', { what: 'window 390' }],
  ['another language', { pages: PAGES.map((each) => ({ ...each, language: 'zh' })) }],
  ['another direction', { pages: PAGES.map((each) => ({ ...each, direction: 'rtl' })) }],
  ['another title', { pages: PAGES.map((each) => ({ ...each, title: 'Other' })) }],
  ['nothing kept, as on a build server', { keeps: false }],
])('all are looked at again: %s', async (_, change) => {
  await run();
  expect((await run(change)).looked).toHaveLength(PAGES.length);
});
