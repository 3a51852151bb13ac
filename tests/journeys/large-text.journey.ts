/** The account page on narrow phones, with the text as large as a visitor may set it: no text lies on another, none is cut. */
import type { Page } from 'playwright-core';
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'];
const SIZES = [100, 150, 200].flatMap((percent) => [320, 360, 390].map((width) => [width, percent] as const));
/** Lines of text touch: their boxes are higher than their letters. */
const TOUCH = 5;

/** Texts of the page that lie on each other, or that stand one letter in a line. */
const wrongTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate((touch) => {
    const isClipped = (each: Element | null): boolean =>
      each !== null && (getComputedStyle(each).clipPath !== 'none' || isClipped(each.parentElement));
    const walker = document.createTreeWalker(document.querySelector('#main') as Element, NodeFilter.SHOW_TEXT);
    const texts: { readonly said: string; readonly rects: readonly DOMRect[] }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const said = node.textContent?.trim() ?? '';
      const { parentElement: of } = node;
      if (said === '' || !of?.checkVisibility() || isClipped(of) || of.closest('[role=status], .section-nav')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      texts.push({ said, rects: [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1) });
    }
    const wrong: string[] = [];
    for (const [nth, one] of texts.entries()) {
      const [letters, lines] = [
        one.said.replace(/\s/g, '').length,
        new Set(one.rects.map(({ top }) => Math.round(top))).size,
      ];
      if (letters > 3 && lines > letters / 2) wrong.push(`${one.said} in ${lines} lines`);
      for (const other of texts.slice(nth + 1))
        for (const a of one.rects)
          for (const b of other.rects) {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (across > touch && down > touch) wrong.push(`${one.said} on ${other.said}`);
          }
    }
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the window');
    return [...new Set(wrong)];
  }, TOUCH);

test.each(LINES)('%s', async (line) => {
  const visitor = await Visitor.arrive(line, { phone: true });
  const { page } = visitor;
  await visitor.open('sign-in');
  await visitor.fill({ account: 'foyer_master', password: 'Foyer2026a' });
  await visitor.press('screens.sign-in.forms.password.submit');
  await page.locator('.account').waitFor();
  const found: string[] = [];
  for (const [width, percent] of SIZES) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, percent);
    for (const wrong of await wrongTexts(page)) found.push(`${width} px, ${percent} %: ${wrong}`);
  }
  expect(found).toEqual([]);
  await visitor.leave();
});
