/** Nothing lies over what can be pressed on the account page, whose head, tiles and sections overlap on some lines: every line and language, measured in a browser. */
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withPages } from './sign-in-pages.ts';

const WINDOWS = [
  { width: 1366, height: 657 },
  { width: 900, height: 700 },
  { width: 390, height: 844 },
] as const;
const STATE = 'signed-in';

const account = withPages((id) => id === 'console');

/** In the browser: names of links and buttons of which a point, their middle or near an edge, belongs to something else; and how many were looked at. */
function covered(): { readonly seen: number; readonly names: readonly string[] } {
  const all = [...document.querySelectorAll<HTMLElement>('a, button')].filter(
    (each) => each.checkVisibility() && !each.classList.contains('skip'),
  );
  const names = all.filter((each) => {
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    // px from an edge: round corners are nobody's.
    const [x, y] = [Math.min(16, width / 2), Math.min(8, height / 2)];
    const points = [
      [left + width / 2, top + height / 2],
      [left + x, top + y],
      [right - x, top + y],
      [left + x, bottom - y],
      [right - x, bottom - y],
    ] as const;
    return points.some(([px, py]) => !each.contains(document.elementFromPoint(px, py)));
  });
  return { seen: all.length, names: names.map((each) => each.textContent ?? '') };
}

test.each(WINDOWS)(
  'at $width x $height',
  async (size) => {
    const wrong: string[] = [];
    for (const line of account.lines)
      await inWindow(account.browser, line, size, async (tab) => {
        for (const page of line.pages.filter(({ state }) => state === STATE)) {
          await putPage(tab, page);
          const { seen, names } = await tab.evaluate(covered);
          expect(seen).toBeGreaterThan(10);
          wrong.push(...names.map((name) => `${line.line} ${page.language}: ${name}`));
        }
      });
    expect(wrong).toEqual([]);
  },
  120_000,
);
