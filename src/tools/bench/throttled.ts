/** Loads a page in Chromium as a visitor on a slow phone would, and says when it could be seen, typed in and used. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Slow 4G and a processor a quarter as fast: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
export const slow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, slowdown: 4 } as const;

/**
 * Runs in the page before any of its own scripts. A string, so that no build step puts helpers into it that a page
 * does not have. The field is looked for once per frame, as a visitor's eye would.
 */
const probe = `(() => {
  const seen = { paint: 0, field: 0, live: 0, shift: 0, violations: [] };
  Object.defineProperty(window, 'bench', { value: seen });
  const observe = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.paint = entry.startTime; });
  observe('layout-shift', (entry) => { seen.shift += entry.value; });
  document.addEventListener('securitypolicyviolation', (event) => seen.violations.push(event.effectiveDirective + ' ' + (event.blockedURI || event.sample)));
  const live = () => { if (!seen.live && document.documentElement?.hasAttribute('data-live')) seen.live = performance.now(); };
  new MutationObserver(live).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live'] });
  const look = () => {
    const field = document.querySelector('input[autocomplete~="username"]');
    if (field && !field.disabled && !field.readOnly && field.getClientRects().length > 0) seen.field = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();`;

/** Milliseconds since the navigation began; 0 for what did not happen. */
export interface Seen {
  readonly paint: number;
  readonly field: number;
  readonly live: number;
  /** Sum of all layout shift scores. */
  readonly shift: number;
  readonly violations: readonly string[];
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
  seen(): Promise<Seen>;
  leave(): Promise<void>;
}

/** How a visitor comes. */
export interface Coming {
  /** False leaves network and processor as they are. */
  readonly slowed?: boolean;
  /** Page of another site that the visitor is on before. */
  readonly from?: string;
}

/** A visitor with an empty cache, before the first address. */
export async function visitor(browser: Browser, { slowed = true, from }: Coming = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  await context.addInitScript({ content: probe });
  const page = await context.newPage();
  if (from !== undefined) await page.goto(from);
  const cdp = await context.newCDPSession(page);
  if (slowed) {
    const { slowdown, ...network } = slow;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', { offline: false, ...network });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  }
  return {
    page,
    context,
    cdp,
    seen: () => page.evaluate('window.bench') as Promise<Seen>,
    leave: () => context.close(),
  };
}

/**
 * One cold load by a link on a page of another site, `from`, as sign-in pages are come to: the browser then takes another
 * process for any page, where from an empty tab it would only do so for one with a policy against openers. Waits for
 * `data-live` on the root where `hydrates` says that it comes.
 */
export async function coldLoad(browser: Browser, address: string, hydrates: boolean, from: string): Promise<Seen> {
  const visit = await visitor(browser, { from });
  try {
    await visit.page.goto(address, { waitUntil: 'load' });
    if (hydrates) await visit.page.waitForSelector('html[data-live]', { state: 'attached', timeout: 30000 });
    // What shifts late (a picture, a font, a banner) shifts within this time.
    await visit.page.waitForTimeout(500);
    return await visit.seen();
  } finally {
    await visit.leave();
  }
}
