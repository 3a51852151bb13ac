/**
 * A refusal of sign-in stands where the heading was, under its title in small letters: whatever refuses moves little, and
 * neither the logo nor the languages nor the tabs are covered; every line and language, on phones and PCs, low windows as well.
 */
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withSignInPages } from './sign-in-pages.ts';

/** px */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 390, height: 700 },
  { width: 1366, height: 657 },
  { width: 1440, height: 900 },
  { width: 1280, height: 640 },
  { width: 1000, height: 700 },
  { width: 740, height: 360 },
];
/** A window on a PC that is lower than this, px, has no room for the title; a phone's that lies has none either. */
const LOW = { pc: 740, phone: 500 };
/** px that the main button may move: a locked account is met once, in many words; a wrong password moves nothing (`fold.test.ts`). */
const MOST = 50;

const signIn = withSignInPages();

interface Seen {
  /** px from the window's top to the main button. */
  readonly button: number;
  readonly isRefused: boolean;
  /** px of what stands in the bar that the refusal and its title cover. */
  readonly covered: number;
  /** px of what follows that the refusal covers. */
  readonly over: number;
  /** The title, as it is shown over the refusal. */
  readonly title: string;
  readonly heading: string;
}

/** In the browser. */
function look(): Seen {
  const box = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();
  const refusal = box('#failure');
  const failure = document.querySelector('#failure');
  const title = failure === null ? undefined : getComputedStyle(failure, '::before');
  const raised = Number.parseFloat(title?.height ?? '') || 0;
  const covered = ['.home img', '.languages a'].map((selector) => {
    const other = box(selector);
    if (!refusal || !other || refusal.left >= other.right || refusal.right <= other.left) return 0;
    return Math.min(refusal.bottom, other.bottom) - Math.max(refusal.top - raised, other.top);
  });
  const next = document.querySelector('#failure ~ *')?.getBoundingClientRect();
  return {
    button: box('main [type=submit]')?.top ?? Number.NaN,
    isRefused: refusal !== undefined,
    covered: Math.max(...covered),
    over: refusal && next ? refusal.bottom - next.top : 0,
    title: /^"(.*?)"/.exec(title?.content ?? '')?.[1] ?? '',
    heading: document.querySelector('h1')?.textContent ?? '',
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
          const { button, isRefused, covered, over, title, heading } = await tab.evaluate(look);
          if (page.state === 'initial') before[page.language] = button;
          if (!isRefused) continue;
          refused += 1;
          const moved = Math.abs(button - (before[page.language] ?? Number.NaN));
          // A link of the bar has 11 px around its words.
          const isTitled = size.height >= (size.width < 860 ? LOW.phone : LOW.pc);
          if (!(moved <= MOST) || covered > 11 || over > 0 || heading === '' || title !== (isTitled ? heading : ''))
            wrong.push(
              `${line.line} ${page.language} ${page.state}: moved by ${moved}, covers ${covered} of the bar, ${over} of what follows, title "${title}"`,
            );
        }
      });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  },
  300_000,
);
