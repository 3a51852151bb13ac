/** Windows in which the lines' pages are shown as they stand, without a server: art and style from the data. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { LinePages, StatedPage } from './pages.ts';

const ORIGIN = 'http://pages.test';

/**
 * Puts a page in place of the one before, as the browser would have it after hydration: dialogs open. What both pages have
 * is left standing, so that the browser lays out and paints only what changes. In the browser.
 */
export function show({ html, language, direction, title }: StatedPage): void {
  const replace = (now: ChildNode, then: ChildNode): void => {
    if (now.isEqualNode(then)) return;
    if (!now.cloneNode(false).isEqualNode(then.cloneNode(false))) {
      now.replaceWith(then);
      return;
    }
    const [old, wanted] = [[...now.childNodes], [...then.childNodes]];
    const least = Math.min(old.length, wanted.length);
    const alike = (one: number, other: number): boolean => old[one]?.isEqualNode(wanted[other] ?? null) === true;
    let head = 0;
    while (head < least && alike(head, head)) head += 1;
    let tail = 0;
    while (tail < least - head && alike(old.length - 1 - tail, wanted.length - 1 - tail)) tail += 1;
    const changed = wanted.slice(head, wanted.length - tail);
    for (const [at, each] of old.slice(head, old.length - tail).entries()) {
      const by = changed[at];
      if (by === undefined) each.remove();
      else replace(each, by);
    }
    const next = old[old.length - tail] ?? null;
    for (const each of changed.slice(Math.max(0, old.length - tail - head))) now.insertBefore(each, next);
  };
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  (document.activeElement as HTMLElement | null)?.blur();
  const { documentElement } = document;
  // Said anew, even the same language has the browser style everything again.
  if (documentElement.lang !== language) documentElement.lang = language;
  if (documentElement.dir !== direction) documentElement.dir = direction;
  document.title = title;
  const root = document.getElementById('root') as HTMLElement;
  const wanted = root.cloneNode(false) as HTMLElement;
  wanted.innerHTML = html;
  replace(root, wanted);
  for (const dialog of document.querySelectorAll('dialog')) if (dialog.childElementCount > 0) dialog.showModal();
  window.scrollTo(0, 0);
}

async function openTab(context: BrowserContext, { line, css, art, fonts, providers }: LinePages): Promise<Page> {
  const tab = await context.newPage();
  const start = `<!doctype html><html data-providers="${providers.join(' ')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${line}</title><style>${css}</style></head><body><div id="root"></div></body></html>`;
  await tab.route('**/*', (route) => {
    const address = new URL(route.request().url());
    if (address.pathname === '/') return route.fulfill({ contentType: 'text/html', body: start });
    const font = fonts[address.pathname];
    if (font !== undefined) return route.fulfill({ contentType: 'font/woff2', body: Buffer.from(font, 'base64') });
    const picture = art[address.pathname];
    if (picture === undefined) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ contentType: 'image/svg+xml', body: picture });
  });
  await tab.goto(`${ORIGIN}/`);
  // Some compilers wrap functions to keep their names; a function sent into the page needs the wrapper there.
  await tab.evaluate('globalThis.__name = (each) => each');
  await tab.evaluate(`globalThis.show = ${show}`);
  // Before any page, so that each is seen as it stays.
  await tab.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
  return tab;
}

/** How a page is looked at. */
export interface Look {
  /** px */
  readonly width: number;
  /** px; what a usual window of that width has. */
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Pixels of a picture for each of the page's. */
  readonly scale?: number;
}

/** Below this width, px, a window is a phone's: fingers, and no pointer. */
const PHONE = 860;

const isPhone = ({ width }: Look): boolean => width < PHONE;
const sizeOf = (look: Look): { width: number; height: number } => ({
  width: look.width,
  height: look.height ?? (isPhone(look) ? 780 : 900),
});

/** The browser as it is for a look. */
export function contextOptions(look: Look): BrowserContextOptions {
  const phone = isPhone(look);
  return {
    viewport: sizeOf(look),
    colorScheme: look.colorScheme ?? 'light',
    reducedMotion: 'reduce',
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: look.scale ?? 1,
  };
}

const openContext = (browser: Browser, look: Look): Promise<BrowserContext> => browser.newContext(contextOptions(look));

/** Opens a window for a line's pages, empty, and closes it when `look` is done. Pages are put in by `putPage`. */
export async function inWindow<T>(
  browser: Browser,
  line: LinePages,
  how: Look,
  look: (tab: Page) => Promise<T>,
): Promise<T> {
  const context = await openContext(browser, how);
  try {
    return await look(await openTab(context, line));
  } finally {
    await context.close();
  }
}

/** The windows of a line for many looks: a phone's and another one, which are resized, so that pages are sent there once. */
export interface Windows {
  at(look: Look): Promise<Page>;
  close(): Promise<void>;
}

export function openWindows(browser: Browser, line: LinePages): Windows {
  const tabs = new Map<boolean, Page>();
  return {
    async at(look) {
      const tab = tabs.get(isPhone(look)) ?? (await openTab(await openContext(browser, look), line));
      tabs.set(isPhone(look), tab);
      await tab.setViewportSize(sizeOf(look));
      await tab.emulateMedia({ colorScheme: look.colorScheme ?? 'light', reducedMotion: 'reduce' });
      return tab;
    },
    async close() {
      for (const tab of tabs.values()) await tab.context().close();
      tabs.clear();
    },
  };
}

/** Shows a page in a window that `inWindow` opened. */
export async function putPage(tab: Page, page: StatedPage): Promise<void> {
  await tab.evaluate((each) => (globalThis as unknown as { show: typeof show }).show(each), page);
}

/** Waits for art that a window shows for the first time, before a picture is taken of it. */
export async function decodeArt(tab: Page): Promise<void> {
  await tab.evaluate(() =>
    Promise.all(
      [...document.images].map((image) => {
        image.loading = 'eager';
        return image.decode().catch(() => undefined);
      }),
    ),
  );
}
