/** What is meant to meet meets: the logo and the form at one edge, the controls of a page at one height, what comes second without a box. Every line, measured in a browser. */
import type { LinePages, StatedPage } from '../../src/tools/pages.ts';
import { inWindow, putPage } from '../../src/tools/window.ts';
import { withSignInPages } from './sign-in-pages.ts';

const WIDTHS = [390, 600, 860, 1024, 1366, 1440, 1920];

const signIn = withSignInPages();

const initialOf = ({ pages }: LinePages): StatedPage => pages.find(({ state }) => state === 'initial') as StatedPage;

/** px of what is seen of the logo and of the form, at the start of their lines. */
function edges(): { readonly logo: number; readonly form: number } {
  const home = document.querySelector('.home') as HTMLElement;
  const content = document.querySelector('.content') as HTMLElement;
  const { x } = home.getBoundingClientRect();
  return { logo: x, form: content.getBoundingClientRect().x };
}

/** px of each kind of control that stands in the column of the form. */
function heights(): Readonly<Record<string, number>> {
  const kinds = {
    field: '.content form .input',
    main: '.content form > .primary',
    provider: '.content .providers .button',
  };
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, found]) => [
      kind,
      Math.round((document.querySelector(found) as HTMLElement).getBoundingClientRect().height),
    ]),
  );
}

test.each(WIDTHS)('at %d px the logo begins where the form begins', async (width) => {
  const apart: string[] = [];
  for (const line of signIn.lines) {
    await inWindow(signIn.browser, line, { width, height: 900 }, async (tab) => {
      await putPage(tab, initialOf(line));
      const { logo, form } = await tab.evaluate(edges);
      if (Math.abs(logo - form) > 1) apart.push(`${line.line}: logo at ${logo} px, form at ${form} px`);
    });
  }
  expect(apart).toEqual([]);
});

test.each([390, 1440])('at %d px the controls of a form have one height', async (width) => {
  const uneven: string[] = [];
  for (const line of signIn.lines) {
    await inWindow(signIn.browser, line, { width, height: 900 }, async (tab) => {
      await putPage(tab, initialOf(line));
      const found = await tab.evaluate(heights);
      if (new Set(Object.values(found)).size > 1) uneven.push(`${line.line}: ${JSON.stringify(found)}`);
    });
  }
  expect(uneven).toEqual([]);
});

/** The line that leads to an account of one's own: which box it has, and whether it begins below the controls. */
function register(): { readonly boxed: boolean; readonly below: boolean; readonly height: number } {
  const link = document.querySelector('.content > .links > :first-child') as HTMLElement;
  const { borderTopWidth, backgroundColor } = getComputedStyle(link);
  const controls = [...document.querySelectorAll('.content form > .primary, .content .providers .button')];
  const { y, height } = link.getBoundingClientRect();
  return {
    boxed: borderTopWidth !== '0px' || backgroundColor !== 'rgba(0, 0, 0, 0)',
    below: controls.every((each) => each.getBoundingClientRect().bottom <= y),
    height,
  };
}

test.each([390, 1440])('at %d px creating an account is a clear second: a line below all controls', async (width) => {
  for (const line of signIn.lines) {
    await inWindow(signIn.browser, line, { width, height: 900 }, async (tab) => {
      await putPage(tab, initialOf(line));
      const { height, ...found } = await tab.evaluate(register);
      expect([line.line, found]).toEqual([line.line, { boxed: false, below: true }]);
      // A finger hits it.
      expect(height).toBeGreaterThanOrEqual(44);
    });
  }
});
