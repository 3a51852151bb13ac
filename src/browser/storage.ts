/**
 * One typed store over local storage, session storage and cookies, as `stored.json` declares its keys. Where a store is
 * blocked or full, its values live in memory for the visit.
 */
import { ownProperty } from '../engine/own-property.ts';
import type { Stored } from '../generated/config.ts';

export interface Store {
  /** The present value of a declared key; undefined when absent or expired. */
  read(key: string): string | undefined;
  /** Writes a declared key to each of its stores. @throws for a key that is not declared. */
  write(key: string, value: string): void;
  remove(key: string): void;
  /** A value of the page's own for this visit (flow values, countdowns, what was typed); undefined forgets it. */
  keep(name: string, value: unknown): void;
  kept(name: string): unknown;
  /** Tells when another tab of this browser changed or removed a declared key; gives the function that stops it. */
  watch(key: string, listener: () => void): () => void;
  /** Whether values outlive a reload. */
  readonly durable: boolean;
}

/** What is used of a `Storage`. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
export interface CookieJar {
  get(name: string): string | undefined;
  /** `days` 0 deletes. */
  set(name: string, value: string, days: number): void;
}

export interface StoreOptions {
  readonly keys: Stored['keys'];
  readonly local: TextStore;
  readonly session: TextStore;
  readonly cookies: CookieJar;
  readonly now: () => number;
  /** Where browsers tell of other tabs' changes: the window. */
  readonly events?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const DAY = 86_400_000;
/** Browsers cap a cookie's life at 400 days. */
const COOKIE_DAYS = 400;
/** Beside a key with a life span: when it ends, in ms since 1970. The key itself holds the bare value, which others read. */
const untilKey = (key: string): string => `foyer:until:${key}`;
/** Where the browser's storage holds what is kept under a name. */
export const keptKey = (name: string): string => `foyer:kept:${name}`;

/** A store that falls back to memory as soon as the real one refuses. */
function forgiving(store: TextStore | undefined): TextStore & { readonly isReal: boolean } {
  const memory = new Map<string, string>();
  let real = store;
  const attempt = <T>(work: (store: TextStore) => T): T | undefined => {
    if (real === undefined) return undefined;
    try {
      return work(real);
    } catch {
      real = undefined;
      return undefined;
    }
  };
  // Not before somebody asks: browsers fetch a site's store from the disk while the page stands still.
  let probed = false;
  const probe = (): void => {
    if (probed) return;
    probed = true;
    attempt((each) => {
      each.setItem('foyer:probe', '1');
      each.removeItem('foyer:probe');
    });
  };
  return {
    get isReal() {
      probe();
      return real !== undefined;
    },
    getItem: (key) => memory.get(key) ?? attempt((each) => each.getItem(key)) ?? null,
    setItem(key, value) {
      memory.delete(key);
      attempt((each) => each.setItem(key, value));
      if (real === undefined) memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt((each) => each.removeItem(key));
    },
  };
}

export function createStore({ keys, local, session, cookies, now, events }: StoreOptions): Store {
  const stores = { local: forgiving(local), session: forgiving(session) };

  const entryOf = (key: string) => {
    const entry = ownProperty(keys, key);
    if (entry === undefined) throw new Error(`No stored key is named ${JSON.stringify(key)}.`);
    return entry;
  };

  const readFrom = (where: 'local' | 'session' | 'cookie', key: string): string | undefined => {
    if (where === 'cookie') return cookies.get(key);
    const store = stores[where];
    const until = store.getItem(untilKey(key));
    if (until !== null && !(Number(until) > now())) {
      store.removeItem(key);
      store.removeItem(untilKey(key));
    }
    return store.getItem(key) ?? undefined;
  };

  return {
    get durable() {
      return stores.local.isReal && stores.session.isReal;
    },
    read(key) {
      // Session first: the tab's own value before the browser's (two tabs, two accounts).
      const order = (['session', 'local', 'cookie'] as const).filter((where) => entryOf(key).where.includes(where));
      for (const where of order) {
        const value = readFrom(where, key);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    write(key, value) {
      const { where, days } = entryOf(key);
      for (const each of where) {
        if (each === 'cookie') cookies.set(key, value, days ?? COOKIE_DAYS);
        else {
          stores[each].setItem(key, value);
          if (days !== undefined) stores[each].setItem(untilKey(key), String(now() + days * DAY));
        }
      }
    },
    remove(key) {
      for (const each of entryOf(key).where) {
        if (each === 'cookie') cookies.set(key, '', 0);
        else {
          stores[each].removeItem(key);
          stores[each].removeItem(untilKey(key));
        }
      }
    },
    watch(key, listener) {
      const hear = (event: Event): void => {
        const { key: changed, oldValue } = event as StorageEvent;
        // Without a key everything was removed; what was not there before is a beginning and no change.
        if (changed === null || (changed === key && oldValue !== null)) listener();
      };
      events?.addEventListener('storage', hear);
      return () => events?.removeEventListener('storage', hear);
    },
    keep(name, value) {
      if (value === undefined) stores.session.removeItem(keptKey(name));
      else stores.session.setItem(keptKey(name), JSON.stringify(value));
    },
    kept(name) {
      const text = stores.session.getItem(keptKey(name));
      if (text === null) return undefined;
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    },
  };
}

/** A `Storage` of the window; undefined where reading the property itself is refused. */
export function openStorage(read: () => Storage): TextStore {
  try {
    return read();
  } catch {
    const refuse = (): never => {
      throw new Error('Storage is blocked.');
    };
    return { getItem: refuse, setItem: refuse, removeItem: refuse };
  }
}

/** The document's cookies. Blocked cookies read as absent. */
export function createCookieJar(document: { cookie: string }, secure: boolean): CookieJar {
  return {
    get(name) {
      try {
        const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
        return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
      } catch {
        return undefined;
      }
    },
    set(name, value, days) {
      try {
        const life = `Max-Age=${Math.round(days * 86_400)}; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
        document.cookie = `${name}=${encodeURIComponent(value)}; ${life}`;
      } catch {
        // Cookies are refused (a sandboxed frame): the other stores still hold the value.
      }
    },
  };
}

/** Whether cookies stay: a browser told to block a site's cookies still says that they are enabled. */
export function keepsCookies(cookies: CookieJar): boolean {
  cookies.set('probe', '1', 1);
  const kept = cookies.get('probe') === '1';
  cookies.set('probe', '', 0);
  return kept;
}

/** The in-memory twin of a `Storage`. */
export function createMemoryTextStore(initial: Readonly<Record<string, string>> = {}): TextStore {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** The in-memory twin of the cookies. */
export function createMemoryCookieJar(): CookieJar {
  const values = new Map<string, string>();
  return {
    get: (name) => values.get(name),
    set: (name, value, days) => void (days > 0 ? values.set(name, value) : values.delete(name)),
  };
}
