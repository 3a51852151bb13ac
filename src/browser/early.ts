/**
 * What a page does before its scripts have come. It stands in the page itself, allowed by its hash, so it is small and
 * imports nothing; `src/tools/early.ts` makes the text of it.
 *
 * A press is kept and carried out once the page is live, however late that is, with what the fields hold by then; of
 * several the last one counts. When the scripts do not come, or are long in coming, the page says so (a root with
 * `data-lost`), and the browser's own way is open: the form is posted to its page.
 */

/** Events of the window by which the page's scripts say that they listen, or that they could not be loaded. */
export const LIVE = 'foyer-live';
export const LOST = 'foyer-lost';

/** @param patience ms until a page says that it may be waited for in vain. */
export function keepPress(patience: number): void {
  let open = true;
  let held: HTMLElement | undefined;
  const line = (): HTMLElement | null => document.getElementById('early');
  const say = (what: string): void => {
    const place = line();
    if (place !== null) place.textContent = place.dataset[what] ?? '';
  };
  const free = (): void => held?.removeAttribute('aria-busy');
  const lose = (): void => {
    if (!open) return;
    open = false;
    free();
    document.documentElement.dataset.lost = '';
    // The server may have said what became of the form.
    if (held !== undefined || !line()?.textContent) say('lost');
  };
  const take = (event: Event & Partial<MouseEvent>): void => {
    const { state } = history;
    // Where this entry of the history knows something (a flow), only the page takes it along a link, above all to its other language.
    const links = state ? 'button,a' : 'button,[hreflang]';
    const clicked = event.ctrlKey || event.metaKey || event.shiftKey ? 'button' : links;
    const pressed = (event.target as Element).closest<HTMLAnchorElement>(event.type === 'click' ? clicked : 'form');
    if (!open || pressed === null) return;
    // Nobody else hears of it: what listens by now gets it with everything else.
    event.preventDefault();
    event.stopImmediatePropagation();
    // Any other entry is taken by the page in the other language, as it is later.
    if (pressed.href && !state) location.replace(pressed.href);
    else {
      free();
      held = pressed;
      held.setAttribute('aria-busy', 'true');
      say('wait');
    }
  };
  // A page that only waits is not pressed.
  setTimeout(lose, patience);
  // Enter presses the form's button; a form without one that can be pressed is submitted.
  addEventListener('click', take, true);
  addEventListener('submit', take, true);
  addEventListener('error', ({ target }) => (target as Element).localName === 'script' && lose(), true);
  addEventListener(LOST, lose);
  addEventListener(LIVE, () => {
    open = false;
    free();
    say('');
    const late = line()?.dataset.late;
    if (late) document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: late }));
    if (held instanceof HTMLFormElement) held.requestSubmit();
    else held?.click();
  });
}
