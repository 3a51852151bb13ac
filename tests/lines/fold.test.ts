/** What a visitor who signs in or registers sees without scrolling, and that a refusal moves nothing: every line and language, measured in a browser. */
import type { StatedPage } from '../../src/tools/pages.ts';
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withPages, withSignInPages } from './sign-in-pages.ts';

/** Small windows that many visitors have: notebooks with a browser's bars, and a phone. */
const WINDOWS = [
  { width: 1366, height: 657 },
  { width: 1280, height: 720 },
  { width: 390, height: 700 },
] as const;
/** The screens of registering, and their states that begin a step. */
const REGISTER = ['register', 'register-account'];
const STEPS = ['initial', 'proven'];
/** States in which a password was refused. */
const REFUSED = ['failed', 'forgot-hint', 'three-left', 'two-left', 'one-left'];

const signIn = withSignInPages();
const register = withPages((id) => REGISTER.includes(id));
const choice = withPages((id) => id === 'software-select');

const nameOf = ({ line, language, state }: StatedPage): string => `${line} ${language} ${state}`;

/** Where everything stands that can be pressed or filled, and where the content ends. */
function places(): { readonly end: number; readonly alertTop: number; readonly controls: readonly string[] } {
  const content = document.querySelector('.content') as HTMLElement;
  const controls = [...content.querySelectorAll('[role=tab], form input, form button, .providers button, .links a')];
  const alert = content.querySelector('[role=alert]');
  return {
    end: content.getBoundingClientRect().bottom,
    alertTop: alert === null ? 0 : alert.getBoundingClientRect().top + scrollY,
    controls: controls
      .filter((each) => each.closest('[role=alert]') === null)
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
  };
}

test.each(WINDOWS)(
  '$width x $height shows all of signing in, and a refused password moves none of it',
  async (window) => {
    const cut: string[] = [];
    const moved: string[] = [];
    for (const line of signIn.lines) {
      await inWindow(signIn.browser, line, window, async (tab) => {
        for (const language of new Set(line.pages.map((page) => page.language))) {
          const pages = line.pages.filter((page) => page.language === language);
          const of = async (state: string): Promise<ReturnType<typeof places>> => {
            await putPage(tab, pages.find((page) => page.state === state) as StatedPage);
            return tab.evaluate(places);
          };
          const before = await of('initial');
          expect(before.controls.length).toBeGreaterThan(5);
          if (before.end > window.height) cut.push(`${line.line} ${language} ends at ${Math.round(before.end)} px`);
          for (const state of REFUSED) {
            const page = pages.find((each) => each.state === state) as StatedPage;
            const after = await of(state);
            if (after.alertTop < 0) cut.push(`${nameOf(page)}: the refusal begins above the page`);
            if (after.controls.join() !== before.controls.join()) moved.push(nameOf(page));
          }
        }
      });
    }
    expect({ cut, moved }).toEqual({ cut: [], moved: [] });
  },
  120_000,
);

test.each([
  [390, false],
  [860, true],
])('at %d px a code to scan is offered: %s', async (width, offered) => {
  const found: string[] = [];
  for (const line of signIn.lines) {
    await inWindow(signIn.browser, line, { width, height: 800 }, async (tab) => {
      await putPage(tab, line.pages.find(({ state }) => state === 'initial') as StatedPage);
      if (await tab.locator('.content a[href="/sso/qr"]').isVisible()) found.push(line.line);
      expect(
        await tab
          .getByRole('link', { name: /account|注册/ })
          .first()
          .isVisible(),
      ).toBe(true);
    });
  }
  expect(found).toHaveLength(offered ? signIn.lines.length : 0);
});

test.each(WINDOWS)(
  '$width x $height shows each step of registering down to its button',
  async (window) => {
    const cut: string[] = [];
    let seen = 0;
    for (const line of register.lines) {
      await inWindow(register.browser, line, window, async (tab) => {
        for (const page of line.pages.filter(({ state }) => STEPS.includes(state))) {
          await putPage(tab, page);
          const box = await tab.locator('form [type=submit]').last().boundingBox();
          const end = box === null ? Number.POSITIVE_INFINITY : Math.round(box.y + box.height);
          if (end > window.height) cut.push(`${page.screen} of ${nameOf(page)} ends at ${end} px`);
          seen += 1;
        }
      });
    }
    expect(cut).toEqual([]);
    // Both steps of each line in each of its languages.
    expect(seen).toBeGreaterThanOrEqual(register.lines.length * 4);
  },
  120_000,
);

test('on a phone the button of a long choice is always at hand, and hides nothing that has the focus', async () => {
  const wrong: string[] = [];
  for (const line of choice.lines) {
    await inWindow(choice.browser, line, { width: 390, height: 700 }, async (tab) => {
      for (const page of line.pages.filter(({ state }) => state === 'custom')) {
        await putPage(tab, page);
        const button = tab.locator('form > [type=submit]');
        const top = (await button.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
        if (top > 656) wrong.push(`${nameOf(page)}: it begins at ${Math.round(top)} px`);
        const hidden = await tab.evaluate(() => {
          const press = document.querySelector('form > [type=submit]') as HTMLElement;
          const controls = [...document.querySelectorAll<HTMLInputElement>('form input')];
          return controls.filter((each) => {
            each.focus();
            return each.getBoundingClientRect().bottom > press.getBoundingClientRect().top;
          }).length;
        });
        if (hidden > 0) wrong.push(`${nameOf(page)}: it hides ${hidden} controls that have the focus`);
      }
    });
  }
  expect(choice.lines.some(({ pages }) => pages.length > 0)).toBe(true);
  expect(wrong).toEqual([]);
}, 120_000);
