/** The inspector finds what it is there to find: pages made wrong on purpose, one fault each. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/tools/browser.ts';
import { type Found, inspectLine } from '../../src/tools/inspect.ts';
import type { StatedPage } from '../../src/tools/pages.ts';

const css = 'body{margin:0;font:16px sans-serif;background:#fff;color:#000}p{margin:16px}button{padding:16px}';
const dark = '@media(prefers-color-scheme:dark){.shy{background:#222;color:#444}}';
const bodies: Readonly<Record<string, string>> = {
  good: '<p>All is well, see <a href="/more">more</a> of it.</p><button type="button">Go on and on</button>',
  dialog: '<dialog aria-label="Question"><p>Are you sure?</p><button type="button">Certainly</button></dialog>',
  unnamed: '<p>A button</p><button type="button"></button>',
  pale: '<p style="color:#bbb">Hardly to be read</p>',
  shy: '<p class="shy">Hardly to be read at night</p>',
  wide: '<p style="width:1000px">Wider than a phone</p>',
  cut: '<div style="height:12px;overflow:hidden"><p style="margin:0">Cut off here</p></div>',
  narrow: '<p style="width:20px;white-space:nowrap">Out of its box</p>',
  placeholder: '<input aria-label="Name" style="width:120px;height:44px" placeholder="Longer than the box is">',
  select: '<select aria-label="One" style="width:60px;height:44px"><option>Longer than it</option></select>',
  small: '<button type="button" style="padding:0;width:30px;height:30px">x</button>',
  tiny: '<p><button type="button" style="padding:0;width:16px;height:16px;font-size:8px">x</button></p>',
};

let browser: Browser;
let found: Found;
beforeAll(async () => {
  const pages = Object.entries(bodies).map(([state, html]): StatedPage => {
    const page = {
      line: 'made-wrong',
      language: 'en',
      direction: 'ltr',
      screen: 'trial',
      path: '/',
      title: 'Trial',
    };
    return { ...page, state, html: `<main>${html}</main>` };
  });
  browser = await launchBrowser();
  found = await inspectLine(browser, {
    line: 'made-wrong',
    language: 'en',
    providers: [],
    theme: {} as never,
    css: css + dark,
    pages,
    art: {},
  });
});
afterAll(() => browser?.close());

const faults = (aspect: string, state: string): readonly string[] =>
  (found.faults.get(aspect) ?? []).filter((fault) => fault.startsWith(`trial, ${state}, en: `));

test.each([...['axe light', 'axe dark', '1440 px', '860 px', '390 px', '320 px']])(
  '%s: nothing wrong is found where nothing is',
  (aspect) => {
    expect([...faults(aspect, 'good'), ...faults(aspect, 'dialog')]).toEqual([]);
  },
);

test.each([
  ['unnamed', 'axe light', /button-name/],
  ['pale', 'axe light', /color-contrast/],
  ['pale', 'axe dark', /color-contrast/],
  ['shy', 'axe dark', /color-contrast/],
  ['wide', '390 px', /scrolls sideways: \d+ px in 390/],
  ['cut', '1440 px', /text is cut off/],
  ['narrow', '1440 px', /text leaves its box sideways/],
  ['placeholder', '320 px', /"Longer than the box is" needs/],
  ['select', '320 px', /"Longer than it" needs/],
  ['small', '390 px', /target of 30 x 30 px, least 44/],
  ['tiny', '1440 px', /target of 16 x 16 px, least 24/],
])('%s: %s tells it', (state, aspect, expected) => {
  expect(faults(aspect, state).join('\n')).toMatch(expected);
});

test.each([
  ['shy', 'axe light'],
  ['wide', '1440 px'],
  ['small', '1440 px'],
])('%s: %s has nothing against it', (state, aspect) => {
  expect(faults(aspect, state)).toEqual([]);
});

test('a dialog is open in the tree', () => {
  const tree = [...found.trees].find(([{ state }]) => state === 'dialog')?.[1];
  expect(tree).toContain('- dialog "Question":');
});
