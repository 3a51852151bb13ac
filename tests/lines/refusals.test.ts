/**
 * A refusal of sign-in stands where the title was: whatever refuses moves little, and neither the logo nor the languages are
 * covered; every line and language, on phones and PCs, low windows as well.
 */
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withSignInPages } from './sign-in-pages.ts';

/** px */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 390, height: 700 },
  { width: 1366, height: 657 },
  { width: 1440, height: 900 },
];
/** px that the main button may move: a locked account is met once, in many words; a wrong password moves nothing (`fold.test.ts`). */
const MOST = 50;

const signIn = withSignInPages();

interface Seen {
  /** px from the window's top to the main button. */
  readonly button: number;
  readonly isRefused: boolean;
  /** px of what stands in the bar that the refusal covers. */
  readonly covered: number;
}

/** In the browser. */
function look(): Seen {
  const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
  const refusal = box('#failure');
  const covered = ['.home img', '.languages a'].map((selector) => {
    const other = box(selector);
    if (!refusal || !other || refusal.left >= other.right || refusal.right <= other.left) return 0;
    return Math.min(refusal.bottom, other.bottom) - Math.max(refusal.top, other.top);
  });
  return {
    button: box('main [type=submit]')?.top ?? Number.NaN,
    isRefused: refusal !== undefined,
    covered: Math.max(...covered),
  };
}

test.each(WINDOWS)(
  'at $width x $height',
  async (size) => {
    const wrong: string[] = [];
    let refused = 0;
    for (const line of signIn.lines)
      await inWindow(signIn.browser, line, size, async (tab) => {
        const before: Record<string, number> = {};
        for (const page of line.pages) {
          await putPage(tab, page);
          const { button, isRefused, covered } = await tab.evaluate(look);
          if (page.state === 'initial') before[page.language] = button;
          if (!isRefused) continue;
          refused += 1;
          const moved = Math.abs(button - (before[page.language] ?? Number.NaN));
          // A link of the bar has 11 px around its words.
          if (!(moved <= MOST) || covered > 11)
            wrong.push(`${line.line} ${page.language} ${page.state}: moved by ${moved}, ${covered} of the bar covered`);
        }
      });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  },
  300_000,
);
