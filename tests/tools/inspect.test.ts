/** The inspector finds what it is there to find: pages made wrong on purpose, one fault each. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/tools/browser.ts';
import { type Found, inspectLines } from '../../src/tools/inspect.ts';
import type { StatedPage } from '../../src/tools/pages.ts';
import { inWindow, putPage } from '../../src/tools/window.ts';

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
  strip:
    '<nav style="overflow-x:auto;scrollbar-width:none;white-space:nowrap"><a href="/one" style="display:inline-block;padding:16px;width:500px">One</a><a href="/two" style="display:inline-block;padding:16px;width:500px">Two</a></nav>',
  pushed:
    '<div style="overflow-x:auto;scrollbar-width:none;white-space:nowrap" tabindex="0" role="region" aria-label="A"><span style="display:inline-block;width:500px">One</span><span>Two</span></div>',
  orphan: '<p>Some words<br>, and others</p>',
  kept: '<p lang="zh" style="width:80px;word-break:keep-all;overflow-wrap:anywhere">五个字的话，还有</p>',
  placeholder: '<input aria-label="Name" style="width:120px;height:44px" placeholder="Longer than the box is">',
  select: '<select aria-label="One" style="width:60px;height:44px"><option>Longer than it</option></select>',
  small: '<button type="button" style="padding:0;width:30px;height:30px">x</button>',
  tiny: '<p><button type="button" style="padding:0;width:16px;height:16px;font-size:8px">x</button></p>',
  covered:
    '<div style="width:200px;line-height:20px"><a href="/one">Words that take two lines of it</a> <a href="/two" style="padding-block:14px">and others below them</a></div>',
  crowded: ['x', 'y'].map((name) => `<button type="button" style="padding:0;width:16px">${name}</button>`).join(''),
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
  browser = await launchBrowser({}, 'shell');
  const line = {
    line: 'made-wrong',
    language: 'en',
    providers: [],
    theme: {} as never,
    css: css + dark,
    pages,
    art: {},
    fonts: {},
  };
  [found] = (await inspectLines(browser, [line])) as [Found];
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
  // What cannot be focused is out of reach of keys.
  ['pushed', '390 px', /text leaves the window/],
  ['cut', '1440 px', /text is cut off/],
  ['narrow', '1440 px', /text leaves its box sideways/],
  ['orphan', '1440 px', /a line begins with ", and "/],
  ['kept', '1440 px', /a line begins with "，还有"/],
  ['placeholder', '320 px', /"Longer than the box is" needs/],
  ['select', '320 px', /"Longer than it" needs/],
  ['small', '390 px', /target of 30 x 30 px, least 44/],
  ['tiny', '1440 px', /target of 16 x 16 px, least 24/],
  ['covered', '1440 px', /"and others below them" lies on <a> "Words that take/],
  ['crowded', '1440 px', /target of 16 x [0-9.]+ px, least 24/],
])('%s: %s tells it', (state, aspect, expected) => {
  expect(faults(aspect, state).join('\n')).toMatch(expected);
});

test.each([
  ['shy', 'axe light'],
  ['strip', '390 px'],
  ['wide', '1440 px'],
  ['small', '1440 px'],
  // Sizes are measured, in every window.
  ['crowded', 'axe light'],
])('%s: %s has nothing against it', (state, aspect) => {
  expect(faults(aspect, state)).toEqual([]);
});

describe('equal pages', () => {
  const page = (state: string, html: string): StatedPage => ({
    line: 'equal',
    language: 'en',
    direction: 'ltr',
    screen: 'trial',
    state,
    path: '/',
    title: 'Trial',
    html: `<main>${html}</main>`,
  });
  const line = {
    line: 'equal',
    language: 'en',
    providers: [],
    theme: {} as never,
    css: css + dark,
    art: {},
    fonts: {},
  };
  const inspect = async (...pages: readonly StatedPage[]): Promise<Found> =>
    ((await inspectLines(browser, [{ ...line, pages }], { only: 'axe' })) as [Found])[0];
  const told = (each: Found, aspect: string): readonly string[] =>
    (each.faults.get(aspect) ?? []).map((fault) => fault.split(',')[1]?.trim() ?? '');

  test('in structure: one is looked at, and its faults are told of all', async () => {
    const each = await inspect(
      page('one', '<p>Some words</p><img src="/one.svg" alt="A picture"><input value="one">'),
      page('other', '<p>Other words</p><img src="/other.svg" alt="Another"><input value="other">'),
    );
    expect([each.distinct, each.structures]).toEqual([2, 1]);
    expect(told(each, 'axe light')).toEqual(['one', 'other']);
  });

  test.each([
    ['an attribute', '<p>Some words</p><input aria-label="One">'],
    ['words that are missing', '<p>Some words</p><input aria-label="">'],
    ['what is hidden', '<p>Some words</p><input style="display:none">'],
  ])('not in %s: both are looked at', async (_, html) => {
    const each = await inspect(page('one', '<p>Some words</p><input>'), page('other', html));
    expect(each.structures).toBe(2);
    expect(told(each, 'axe light').filter((state) => state === 'one')).toEqual(['one']);
  });

  test.each([
    [
      "a control's words, which its name must have",
      '<button aria-label="Go on">Go on</button>',
      '<button aria-label="Go on">Stop</button>',
    ],
    [
      'words elsewhere that name a control',
      '<p id="named">Go on</p><button aria-labelledby="named">Go on</button>',
      '<p id="named">Stop</p><button aria-labelledby="named">Go on</button>',
    ],
  ])('not in %s: both are looked at', async (_, right, wrong) => {
    const each = await inspect(page('one', right), page('other', wrong));
    expect([each.structures, new Set(told(each, 'axe light'))]).toEqual([2, new Set(['other'])]);
  });

  test('in structure, of two lines: one is looked at for both', async () => {
    const pages = [page('one', '<p>Some words</p><input>')];
    const lines = [
      { ...line, pages },
      { ...line, line: 'like-it', pages },
    ];
    const both = await inspectLines(browser, lines, { only: 'axe' });
    expect(both.map(({ structures }) => structures).sort()).toEqual([0, 1]);
    expect(both.map((each) => told(each, 'axe light'))).toEqual([['one'], ['one']]);
  });

  test('in the ways they show a text: the first is looked at', async () => {
    const each = await inspect(page('one', '<p>Some words</p>'), page('other', '<p>Other words</p><p>And more</p>'));
    expect(each.colours).toBe(1);
  });

  test.each([
    ['in light', 'axe light', '<p>Some words</p><p style="color:#bbb">Pale</p>'],
    ['on a ground further up', 'axe light', '<div style="background:#222"><p>Some words</p></div>'],
    ['at night only', 'axe dark', '<p class="shy">Some words</p>'],
  ])('but for one colour, %s: it is found', async (_, aspect, html) => {
    const each = await inspect(page('one', '<p>Some words</p>'), page('other', html));
    expect([each.colours, told(each, aspect)]).toEqual([2, ['other']]);
  });
});

test('a page put in place of any other is what it would be alone', async () => {
  const html = [
    '<main><p>One</p><p>Two</p></main>',
    '<main><p>One</p><b>Between</b><p>Two</p></main>',
    '<header>Above</header><main class="wide"><p>Two</p></main>',
    '<main class="wide"></main>',
    '<main><ul><li>One</li><li>Two<i>!</i></li></ul><input value="1"><dialog><p>Asked</p></dialog></main>',
    '<main><ul><li>Two<i>?</i></li><li>One</li><li></li></ul><input value="2"></main>words',
    '',
  ];
  const page = { line: '', language: 'en', direction: 'ltr', screen: '', state: '', path: '', title: '' };
  const line = { line: 'any', language: 'en', providers: [], theme: {} as never, css, pages: [], art: {}, fonts: {} };
  const wrong = await inWindow(browser, line, { width: 1440 }, async (tab) => {
    const found: string[] = [];
    for (const before of html) {
      for (const after of html) {
        await putPage(tab, { ...page, html: before });
        await putPage(tab, { ...page, html: after });
        const isRight = await tab.evaluate((wanted) => {
          const root = document.getElementById('root') as HTMLElement;
          const alone = root.cloneNode(false) as HTMLElement;
          alone.innerHTML = wanted;
          // What a dialog's opening says of it.
          for (const dialog of [...alone.querySelectorAll('dialog')]) dialog.open = true;
          return root.isEqualNode(alone);
        }, after);
        if (!isRight) found.push(`${before} to ${after}`);
      }
    }
    return found;
  });
  expect(wrong).toEqual([]);
});

test('a dialog is open in the tree', () => {
  const tree = [...found.trees].find(([{ state }]) => state === 'dialog')?.[1];
  expect(tree).toContain('- dialog "Question":');
});
