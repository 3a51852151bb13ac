/** The outside world, as values. */
import type { Stored } from '../generated/config.ts';
import { type Clock, createClock, createMemoryClock, type MemoryClock } from './clock.ts';
import { createFrames, createMemoryFrames, type Frames, type MemoryFrames } from './frames.ts';
import { createHttp, createMemoryHttp, type Http, type MemoryHttp } from './http.ts';
import { createLazy, type Lazy } from './lazy.ts';
import { createLocation, createMemoryLocation, type Location, type MemoryLocation } from './location.ts';
import { createMemoryOpener, createOpener, type MemoryOpener, type Opener } from './opener.ts';
import { randomId } from './random.ts';
import { createMemoryScripts, createScripts, type Scripts } from './scripts.ts';
import {
  createCookieJar,
  createMemoryCookieJar,
  createMemoryTextStore,
  createStore,
  keepsCookies,
  openStorage,
  type Store,
} from './storage.ts';
import type { Windows } from './window-steps.ts';

export interface World {
  readonly http: Http;
  readonly store: Store;
  readonly clock: Clock;
  readonly location: Location;
  readonly scripts: Scripts;
  readonly opener: Opener;
  readonly frames: Frames;
  /** Further windows, for third-party sign-in. */
  readonly windows: Lazy<Windows>;
  /** Whether the browser takes cookies. */
  readonly cookies: boolean;
  /** A random UUID. */
  readonly randomId: () => string;
}

export interface WorldOptions {
  readonly window: Window & { readonly fetch: typeof fetch };
  readonly apiBase: string;
  readonly keys: Stored['keys'];
  /** `import(address)`. */
  readonly load: (address: string) => Promise<unknown>;
}

/** The browser's own world. */
export function createWorld({ window, apiBase, keys, load }: WorldOptions): World {
  const fetch: typeof window.fetch = (input, init) => window.fetch(input, init);
  const clock = createClock(window.document);
  const cookies = createCookieJar(window.document, window.location.protocol === 'https:');
  let keeps: boolean | undefined;
  return {
    http: createHttp({ apiBase, fetch, events: window, isOnline: () => window.navigator.onLine !== false }),
    store: createStore({
      keys,
      local: openStorage(() => window.localStorage),
      session: openStorage(() => window.sessionStorage),
      cookies,
      now: clock.now,
      events: window,
    }),
    clock,
    location: createLocation(window),
    scripts: createScripts({ load, fetch }),
    opener: createOpener(window),
    frames: createFrames(window),
    windows: createLazy(async () => (await import('./windows.ts')).createWindows(window, clock)),
    get cookies() {
      // Asked for once the page is alive: each question to the jar makes the page stand still.
      keeps ??= keepsCookies(cookies);
      return keeps;
    },
    randomId,
  };
}

export interface MemoryWorld extends World {
  readonly http: MemoryHttp;
  readonly clock: MemoryClock;
  readonly location: MemoryLocation;
  readonly opener: MemoryOpener;
  readonly frames: MemoryFrames;
}

export interface MemoryWorldOptions {
  readonly keys: Stored['keys'];
  readonly address?: string;
  readonly answer?: Parameters<typeof createMemoryHttp>[0];
  readonly modules?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** ms since 1970. */
  readonly now?: number;
  /** Whether the browser takes cookies; it does unless told otherwise. */
  readonly cookies?: boolean;
  /** Whether another page opened this one. */
  readonly opened?: boolean;
  /** Whether that page shows it in a frame. */
  readonly framed?: boolean;
  /** The browser came back to the entry of its history, and knows nothing of it. */
  readonly forgotten?: boolean;
  /** The page was opened from elsewhere. */
  readonly fresh?: boolean;
  /** Further windows; without them, browsers open none. */
  readonly windows?: Windows;
}

/** The in-memory twin, for prerendering and tests. Unanswered calls come to `offline`. */
export function createMemoryWorld(options: MemoryWorldOptions): MemoryWorld {
  const clock = createMemoryClock(options.now ?? 0);
  let count = 0;
  return {
    http: createMemoryHttp(options.answer ?? (() => ({ kind: 'offline' }))),
    store: createStore({
      keys: options.keys,
      local: createMemoryTextStore(),
      session: createMemoryTextStore(),
      cookies: createMemoryCookieJar(),
      now: clock.now,
      ...(typeof window === 'undefined' ? {} : { events: window }),
    }),
    clock,
    location: createMemoryLocation(options.address, undefined, options.forgotten, options.fresh),
    scripts: createMemoryScripts(options.modules ?? {}, options.data),
    opener: createMemoryOpener(options.opened, options.framed),
    frames: createMemoryFrames(),
    windows: createLazy(async () => options.windows ?? (await import('./windows.ts')).NO_WINDOWS),
    cookies: options.cookies ?? true,
    randomId: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
  };
}
