/** Pages of every line, above all those of sign-in, and a browser to measure them in. */
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../src/tools/browser.ts';
import { allPages, type LinePages } from '../../src/tools/pages.ts';

/** Both are there once the tests run. */
export function withPages(screen: (id: string) => boolean): {
  readonly browser: Browser;
  readonly lines: readonly LinePages[];
} {
  const found: { browser?: Browser; lines?: readonly LinePages[] } = {};
  beforeAll(async () => {
    found.browser = await launchBrowser({}, 'shell');
    found.lines = await allPages(process.cwd(), { screen });
  }, 120_000);
  afterAll(() => found.browser?.close());
  return found as { browser: Browser; lines: readonly LinePages[] };
}

export const withSignInPages = (): ReturnType<typeof withPages> => withPages((id) => id === 'sign-in');
