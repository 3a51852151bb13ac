/** The address bar, the history and the page's coming and going. */

export interface Location {
  readonly origin: string;
  /** Path of the address. */
  path(): string;
  /** Query (`?a=b`) that the address carried at arrival, also after it was taken out of the address. */
  search(): string;
  /** Goes to another path of this page without loading it. */
  go(path: string, options?: { readonly replace?: boolean; readonly mark?: string | undefined }): void;
  /** The mark of this entry of the history, which a reload keeps; sets it first, when one is given. */
  mark(mark?: string): string | undefined;
  /** Whether the page was opened from elsewhere: not reloaded, not come back to, and by no link of ours. */
  isFresh(): boolean;
  /** Whether this entry was come back to and knows nothing: Chromium forgets what replaced a provider's callback. */
  isForgotten(): boolean;
  /** Leaves for an address with a full load. */
  leave(address: string): void;
  /** Opens an address in a window of its own, which knows nothing of this one. */
  openWindow(address: string): void;
  reload(): void;
  /** Closes this window; without effect where the browser does not allow it. */
  close(): void;
  /** Takes the query out of the address; this entry of the history still knows it, a reload included. */
  hideSearch(): void;
  /** Takes parameters out of the query for good: what they brought is used up. */
  dropQuery(names: readonly string[]): void;
  /** Tells when the path changed; gives the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Tells when the page is left (`hide`) or comes back from the browser's cache (`restore`). */
  onPage(listener: (event: 'hide' | 'restore') => void): () => void;
  setTitle(title: string): void;
}

interface EntryState {
  readonly search?: string;
  readonly mark?: string | undefined;
}

/** A query (`?a=b`) without some of its parameters. */
function without(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  for (const name of names) query.delete(name);
  const rest = query.toString();
  return rest && `?${rest}`;
}

export function createLocation(window: Window): Location {
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const { history, location, document } = window;
  const stateOf = (): EntryState => (history.state ?? {}) as EntryState;
  const [came] = window.performance.getEntriesByType?.('navigation') ?? [];
  const isAgain = /^(reload|back)/.test((came as PerformanceNavigationTiming | undefined)?.type ?? '');
  // A query that the page came with has been hidden in it since (`hideAddress`).
  const isForgotten = isAgain && !stateOf().mark && (history.state === null || came?.name.includes('?') === true);
  return {
    origin: location.origin,
    path: () => location.pathname,
    search: () => stateOf().search ?? location.search,
    go(path, options) {
      history[options?.replace ? 'replaceState' : 'pushState']({ mark: options?.mark }, '', path);
      tell();
    },
    mark(mark) {
      if (mark !== undefined) history.replaceState({ ...stateOf(), mark }, '');
      return stateOf().mark;
    },
    isFresh: () => !isAgain && !document.referrer.startsWith(`${location.origin}/`),
    isForgotten: () => isForgotten,
    leave: (address) => location.assign(address),
    openWindow: (address) => void window.open(address, '_blank', 'noopener'),
    reload: () => location.reload(),
    close: () => window.close(),
    hideSearch() {
      if (location.search === '') return;
      history.replaceState({ ...stateOf(), search: location.search }, '', location.pathname + location.hash);
    },
    dropQuery(names) {
      if (names.length === 0) return;
      const { search } = stateOf();
      const rest = without(search ?? location.search, names);
      if (search === undefined) history.replaceState(history.state, '', location.pathname + rest + location.hash);
      else history.replaceState({ ...stateOf(), search: rest }, '');
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', tell);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', tell);
      };
    },
    onPage(listener) {
      const hide = (): void => listener('hide');
      const show = (event: PageTransitionEvent): void => {
        if (event.persisted) listener('restore');
      };
      window.addEventListener('pagehide', hide);
      window.addEventListener('pageshow', show);
      return () => {
        window.removeEventListener('pagehide', hide);
        window.removeEventListener('pageshow', show);
      };
    },
    setTitle(title) {
      document.title = title;
    },
  };
}

export interface MemoryLocation extends Location {
  /** As by the browser's own button. */
  back(): void;
  /** Addresses left for with a full load. */
  readonly left: readonly string[];
  /** Addresses opened in a window of their own. */
  readonly opened: readonly string[];
  readonly title: string;
  /** What stands in the address bar. */
  readonly address: string;
  /** Plays the page being left or restored. */
  page(event: 'hide' | 'restore'): void;
  readonly reloads: number;
  readonly closed: boolean;
}

/** The in-memory twin. */
export function createMemoryLocation(
  address = '/',
  origin = 'https://line.example',
  forgotten = false,
  fresh = false,
): MemoryLocation {
  const start = new URL(address, origin);
  const entries: { path: string; search: string; hidden: boolean; mark?: string | undefined }[] = [
    { path: start.pathname, search: start.search, hidden: false },
  ];
  let title = '';
  let reloads = 0;
  let closed = false;
  const left: string[] = [];
  const opened: string[] = [];
  const listeners = new Set<() => void>();
  const pageListeners = new Set<(event: 'hide' | 'restore') => void>();
  const current = () => entries.at(-1) as (typeof entries)[number];
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    origin,
    left,
    opened,
    get title() {
      return title;
    },
    get reloads() {
      return reloads;
    },
    get address() {
      return current().path + (current().hidden ? '' : current().search);
    },
    path: () => current().path,
    search: () => current().search,
    go(path, options) {
      const url = new URL(path, origin);
      if (options?.replace) entries.pop();
      entries.push({ path: url.pathname, search: url.search, hidden: false, mark: options?.mark });
      tell();
    },
    mark(mark) {
      if (mark !== undefined) current().mark = mark;
      return current().mark;
    },
    isFresh: () => fresh,
    isForgotten: () => forgotten,
    back() {
      if (entries.length > 1) entries.pop();
      tell();
    },
    leave: (to) => void left.push(to),
    openWindow: (to) => void opened.push(to),
    reload() {
      reloads += 1;
    },
    get closed() {
      return closed;
    },
    close() {
      closed = true;
    },
    hideSearch() {
      current().hidden = true;
    },
    dropQuery(names) {
      current().search = without(current().search, names);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onPage(listener) {
      pageListeners.add(listener);
      return () => pageListeners.delete(listener);
    },
    page(event) {
      for (const listener of pageListeners) listener(event);
    },
    setTitle(text) {
      title = text;
    },
  };
}
