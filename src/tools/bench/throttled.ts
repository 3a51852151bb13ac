/** Loads a page in Chromium as a visitor on a slow phone would, and says when it could be seen, typed in and used. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Undisturbed } from './undisturbed.ts';

/** Slow 4G and a processor a quarter as fast: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const slow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, slowdown: 4 } as const;

/** The window of a phone, CSS pixels. */
const WINDOW = { width: 412, height: 823 } as const;

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
}

/** Slows a page's network and processor, by the commands of its session. */
async function slowDown(ask: (method: string, params?: object) => Promise<unknown>): Promise<void> {
  const { slowdown, ...network } = slow;
  await ask('Network.enable');
  await ask('Network.emulateNetworkConditions', { offline: false, ...network });
  await ask('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** A visitor with an empty cache, before the first address. */
export async function visitor(browser: Browser, { slowed = true }: Coming = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: WINDOW });
  await context.addInitScript({ content: probe });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slowed) await slowDown((method, params) => cdp.send(method as never, params as never));
  return {
    page,
    context,
    cdp,
    seen: () => page.evaluate('window.bench') as Promise<Seen>,
    leave: () => context.close(),
  };
}

/** Milliseconds in which a new window has loaded what the browser itself shows in it. */
const SETTLES = 1500;
/** Milliseconds in which what shifts late (a picture, a font, a banner) shifts. */
const AFTERWARDS = 500;
/** Milliseconds that a page may take. */
const PATIENCE = 30_000;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/**
 * One cold load by a link on a page of another site, `from`, as sign-in pages are come to: the browser then takes another
 * process for any page, where from an empty tab it would only do so for one with a policy against openers. Waits for
 * `data-live` on the root where `hydrates` says that it comes. Rejects when the page takes longer than half a minute.
 */
export async function coldLoad({ send }: Undisturbed, address: string, hydrates: boolean, from: string): Promise<Seen> {
  const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
  const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
  const ask = <T>(method: string, params?: object): Promise<T> => send<T>(method, params, sessionId);
  const seen = async (): Promise<Seen | undefined> => {
    const expression = `document.readyState === 'complete' ? JSON.stringify(window.bench) : undefined`;
    const { result } = await ask<{ result: { value?: string } }>('Runtime.evaluate', { expression });
    return result.value === undefined ? undefined : (JSON.parse(result.value) as Seen);
  };
  try {
    await ask('Page.enable');
    await ask('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false });
    await ask('Page.addScriptToEvaluateOnNewDocument', { source: probe });
    await ask('Page.navigate', { url: from });
    await pause(SETTLES);
    await slowDown(ask);
    await ask('Page.navigate', { url: address, transitionType: 'link' });
    for (const since = Date.now(); Date.now() - since < PATIENCE; await pause(250)) {
      const present = await seen();
      if (present === undefined || present.paint === 0 || (hydrates && present.live === 0)) continue;
      await pause(AFTERWARDS);
      return (await seen()) as Seen;
    }
    throw new Error(`${address} was not ${hydrates ? 'live' : 'painted'} within ${PATIENCE / 1000} seconds.`);
  } finally {
    await send('Target.disposeBrowserContext', { browserContextId });
  }
}
