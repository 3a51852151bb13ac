/**
 * Stands in every page of `npm start`: loads the page again when what it shows was edited, and lays faults of the data
 * over it. What was typed outlives that (`src/screens/memory.ts`).
 */
(() => {
  const { release: loaded = '', page = '' } = document.currentScript.dataset;
  const styles = `
    :host { all: initial; position: fixed; inset: auto 0 0 0; z-index: 2147483647; }
    section { max-height: 60vh; overflow: auto; padding: 16px 24px; background: #1c1b1f; color: #f4eff4;
      border-top: 4px solid #d33; font: 14px/1.5 ui-monospace, monospace; }
    h2 { margin: 0 0 8px; font-size: 16px; } p { margin: 8px 0; } ul { margin: 0; padding: 0; list-style: none; }
    li { margin: 8px 0; white-space: pre-wrap; overflow-wrap: anywhere; } strong { color: #ffb4ab; }
    button { float: right; font: inherit; color: inherit; background: #49454f; border: 1px solid #938f99;
      padding: 4px 12px; border-radius: 4px; }`;
  const make = (name, text, ...inside) => {
    const element = document.createElement(name);
    element.append(text, ...inside);
    return element;
  };

  let host;
  let shown = '';

  /** Faults over the page, as the terminal tells them; the page under them works on. */
  const show = (faults) => {
    const told = faults.join('\n');
    if (told === shown) return;
    shown = told;
    host?.remove();
    if (faults.length === 0) return;
    host = make('foyer-development', '');
    const fold = make('button', 'Hide');
    fold.addEventListener('click', () => host.remove());
    const items = faults.map((fault) => {
      const [place = '', what = '', ...fix] = fault.split(/ {2}/);
      return make('li', make('strong', place), `\n${what}\n${fix.join('  ')}`);
    });
    const count = faults.length === 1 ? '1 fault in the data' : `${faults.length} faults in the data`;
    const section = make('section', fold, make('h2', count), make('ul', '', ...items));
    section.append(make('p', 'The page shows the last good release.'));
    section.setAttribute('role', 'alert');
    section.setAttribute('aria-label', count);
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    root.adoptedStyleSheets = [sheet];
    root.append(section);
    document.documentElement.append(host);
  };

  let current = loaded;

  /** Whether the page at this address is another than the one that was loaded. */
  const isChanged = async () => {
    const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    return headers.get('etag')?.replaceAll('"', '') !== page;
  };

  const hear = async ({ release, faults }) => {
    show(faults);
    if (release === current) return;
    current = release;
    if (await isChanged()) location.reload();
  };

  // A browser opens six connections to a host, whatever number of pages it shows: one of them listens for all.
  const others = new BroadcastChannel('foyer-development');
  let heard;
  const take = (state) => void hear(state).catch(() => undefined);
  others.onmessage = ({ data }) => {
    if (data !== 'ask') take(data);
    else if (heard !== undefined) others.postMessage(heard);
  };

  const listen = () => {
    const events = new EventSource('/foyer/development/events');
    events.onmessage = ({ data }) => {
      heard = JSON.parse(data);
      others.postMessage(heard);
      take(heard);
    };
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
    };
    addEventListener('pagehide', () => events.close(), { once: true });
  };
  // Until the page is left; then the browser lets the next one listen. A host without https has no locks elsewhere.
  if (navigator.locks === undefined) listen();
  else void navigator.locks.request('foyer-development', () => new Promise(listen));
  others.postMessage('ask');
  // Back to a page that the browser had put aside, which heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
})();
