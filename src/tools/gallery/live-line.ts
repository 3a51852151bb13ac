/** A line's pages with their scripts, as a visitor has them, without a server: files of a release, and answers that are held. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { readBundle } from '../build-bundle.ts';
import type { CompiledLine } from '../compile-line.ts';
import { lineRelease } from '../line-release.ts';
import type { ResolvedLine } from '../resolve.ts';
import { contextOptions, decodeArt, type Look } from '../window.ts';
import { BUNDLE_FOLDER } from '../workspace.ts';

/** A host that browsers trust as they trust one with TLS: pages make random ids. */
const ORIGIN = 'http://gallery.localhost';

/** ms in which an opened page leads elsewhere, if it does. */
const SETTLING = 250;

const NOW = Date.UTC(2026, 0, 5, 9);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A call that the page waits for. */
export interface Held {
  /** Its name in the data. */
  readonly call: string;
  /** @param code the envelope's; a call is answered once */
  answer(code: string | number): Promise<void>;
}

/** A screen in a window of its own. */
export interface LivePage {
  readonly tab: Page;
  /** Calls under way, in order: none is answered by itself. */
  readonly held: readonly Held[];
}

export interface LiveLine {
  readonly line: ResolvedLine;
  readonly compiled: CompiledLine;
  /**
   * Opens a screen, live, and closes it when `use` is done. A screen that leads elsewhere when somebody comes to it from
   * nowhere is not used.
   */
  inPage(
    browser: Browser,
    place: { readonly language: string; readonly screen: string; readonly look: Look },
    use: (page: LivePage) => Promise<void>,
  ): Promise<void>;
}

/** @throws when nothing was built. */
export async function liveLine(root: string, line: ResolvedLine): Promise<LiveLine> {
  const bundle = await readBundle(join(root, BUNDLE_FOLDER));
  const read = (file: string): Promise<Buffer> => readFile(join(root, file));
  const { compiled, files, assets } = await lineRelease(line, { read, bundle, apiBase: '', isStatic: true });
  const all = { ...bundle.files, ...assets };
  const calls = new Map(Object.entries(line.calls.calls ?? {}).map(([name, { path }]) => [path, name]));

  const fulfil = (route: Route, html: string, held: Held[]): Promise<void> | undefined => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const name = pathname.slice('/assets/'.length);
    const asset = pathname.startsWith('/assets/') ? all[name] : undefined;
    if (asset !== undefined)
      return route.fulfill({ contentType: TYPES[name.split('.').at(-1) ?? ''] ?? '', body: Buffer.from(asset) });
    if (request.isNavigationRequest() && request.frame().parentFrame() === null)
      return route.fulfill({ contentType: 'text/html', body: html });
    const call = calls.get(pathname);
    // A frame of somebody else's among them: the page does without, as it does where it is blocked.
    if (call === undefined) return route.fulfill({ status: 404, body: '' });
    const each: Held = {
      call,
      answer(code) {
        held.splice(held.indexOf(each), 1);
        return route.fulfill({ json: { code, message: '', data: {}, requestId: '' } });
      },
    };
    held.push(each);
    return undefined;
  };

  return {
    line,
    compiled,
    async inPage(browser, { language, screen, look }, use) {
      const html = files[`pages/${line.name}/${language}/${screen}.html`];
      const path = compiled.server.line.routes[screen]?.[0];
      // A variant of a screen has no file, and what no address leads to is come to by a form.
      if (html === undefined || path === undefined) return;
      const context = await browser.newContext({ ...contextOptions(look), serviceWorkers: 'block' });
      try {
        const tab = await context.newPage();
        const held: Held[] = [];
        // Seconds that are left stand still, or no two pictures are the same.
        await tab.clock.setFixedTime(NOW);
        await tab.route('**/*', (route) => fulfil(route, String(html), held));
        await tab.goto(`${ORIGIN}${path}`);
        await tab.waitForSelector('html[data-live]', { state: 'attached' });
        await tab.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
        await decodeArt(tab);
        // What a page does by itself when it opens, it does soon.
        await tab.waitForTimeout(SETTLING);
        if (new URL(tab.url()).pathname === path) await use({ tab, held });
      } finally {
        await context.close();
      }
    },
  };
}
