/** Pictures of the pages as they stand in the states that the data names. */
import type { Browser, Page } from 'playwright-core';
import type { LinePages } from '../pages.ts';
import { decodeArt, inWindow, putPage } from '../window.ts';
import { type Plan, shownLanguage } from './plan.ts';
import type { Shelf } from './shelf.ts';

/** Longest text that is kept for the search, characters. */
const MOST_TEXT = 3000;

export interface Shot {
  readonly picture: Buffer;
  readonly height: number;
  readonly fold: number;
  readonly text: string;
}

/** The whole page in a tab, however far it is scrolled; one below an open dialog does not scroll. */
export async function shoot(tab: Page): Promise<Shot> {
  const seen = await tab.evaluate(() => {
    const fold = innerHeight;
    const isCovered = document.querySelector('dialog:modal') !== null;
    return { fold, height: isCovered ? fold : Math.max(document.documentElement.scrollHeight, fold) };
  });
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not said, and words of two elements are two.
  const words = await tab.locator('body').innerText();
  const fullPage = seen.height > seen.fold;
  const picture = await tab.screenshot({ type: 'jpeg', quality: 80, fullPage, animations: 'disabled' });
  return { picture, ...seen, text: words.replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT) };
}

/** Draws those pages of a line whose language is wanted. */
export async function drawPages(browser: Browser, line: LinePages, plan: Plan, shelf: Shelf): Promise<void> {
  const states = new Map<string, number>();
  const pages = line.pages
    .map((page) => {
      const screen = `${page.language} ${page.screen}`;
      const at = states.get(screen) ?? 0;
      states.set(screen, at + 1);
      return { page, at };
    })
    .filter(({ page }) => plan.language(page.language));
  for (const width of pages.length === 0 ? [] : plan.widths) {
    for (const scheme of plan.schemes) {
      await inWindow(browser, line, { width, colorScheme: scheme }, async (tab) => {
        for (const { page, at } of pages) {
          await putPage(tab, page);
          await decodeArt(tab);
          const { picture, ...seen } = await shoot(tab);
          const { screen, state, title } = page;
          const language = shownLanguage(page.language);
          const card = { kind: 'page', line: line.line, screen, state, at, language, width, scheme, title } as const;
          await shelf.put({ ...card, ...seen }, picture);
        }
      });
    }
  }
}
