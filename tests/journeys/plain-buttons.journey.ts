/** Every page without scripts, of every line: no button stands there that nothing presses. */
import { readdirSync } from 'node:fs';
import { arriveStill, settled } from './still-visitor.ts';
import { closeBrowser, type Visitor } from './visitor.ts';

afterAll(closeBrowser);

const LINES = readdirSync('lines').filter((name) => !name.startsWith('_'));

interface Opened {
  readonly isPlain: boolean;
  readonly hasDeadButton: boolean;
  /** What it links to without scripts: its plain page, and the tabs of that. */
  readonly next: readonly string[];
}

async function open(visitor: Visitor, address: string): Promise<Opened> {
  const { page } = visitor;
  await page.goto(address);
  // The page of a link leads on at once.
  await settled(page);
  const here = page.url();
  const isPlain = new URL(here).searchParams.has('form');
  const next: string[] = [];
  const way = page.getByRole('link', { name: visitor.text('early.plain') });
  if ((await way.count()) > 0) next.push((await way.getAttribute('href')) ?? '');
  if (isPlain)
    for (const tab of await page.locator('[name="foyer.tab"]').all())
      next.push(`?form=${await tab.getAttribute('value')}`);
  return {
    isPlain,
    hasDeadButton: isPlain && (await page.locator('button[type=button]').count()) > 0,
    next: next.map((way) => new URL(way, here).href),
  };
}

test.each(LINES)('%s', async (line) => {
  const visitor = await arriveStill(line, 'sign-in', '');
  const dead: string[] = [];
  let pages = 0;
  for (const [path] of Object.values(visitor.line.line.routes)) {
    const ways = [`${visitor.origin}${path}`];
    const seen = new Set<string>();
    for (let at = ways.pop(); at !== undefined; at = ways.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const opened = await open(visitor, at);
      ways.push(...opened.next);
      if (opened.isPlain) pages += 1;
      if (opened.hasDeadButton) dead.push(at);
    }
  }
  await visitor.leave();
  expect(pages).toBeGreaterThan(5);
  expect(dead).toEqual([]);
});
