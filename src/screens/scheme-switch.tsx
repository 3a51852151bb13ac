/** The button that changes between light and dark. It needs a script, so it comes with one, and stands where nothing moves for it. */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { SCHEME, SCHEME_KEY } from '../browser/scheme.ts';
import { Drawing } from '../theme/icon.tsx';
import { mayBringStyles, useOwnStyles } from './own-styles.ts';
import type { Page } from './page.ts';

/** A crescent. */
const MOON = 'M20 14.4A8.3 8.3 0 1 1 9.6 4a6.7 6.7 0 0 0 10.4 10.4';

/** The languages stay where they are, at the bar's end, and so does a button beside them. */
const STYLES = `
.home { order: -2; }
.scheme { order: -1; display: grid; place-items: center; inline-size: 44px; block-size: 44px; margin: -11px -14px -11px auto; color: inherit; }
@media (min-width: 860px) { .top:has(.scheme) > .actions { margin-inline-start: 0; } }
`;

const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;
const tell = (chosen: string): boolean => dispatchEvent(new CustomEvent(SCHEME, { detail: chosen }));

/** Chooses the other one. What the system asks for anyway is no choice: a page that follows it goes on doing so. */
function change(): void {
  const shown = document.documentElement.style.colorScheme || (isDark() ? 'dark' : 'light');
  const wanted = shown === 'dark' ? 'light' : 'dark';
  const chosen = (wanted === 'dark') === isDark() ? '' : wanted;
  try {
    if (chosen === '') localStorage.removeItem(SCHEME_KEY);
    else localStorage.setItem(SCHEME_KEY, chosen);
  } catch {
    // For this page, then.
  }
  tell(chosen);
}

/** Other tabs follow. */
function follow({ key, newValue }: StorageEvent): void {
  if (key === SCHEME_KEY || key === null) tell(newValue ?? '');
}

export function SchemeSwitch({ page }: { readonly page: Page }) {
  const { shown } = useSyncExternalStore(page.model.subscribe, page.model.get, page.model.get);
  const [bar, setBar] = useState<Element | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have another frame, with pictures that ask the system again.
  useLayoutEffect(() => {
    if (mayBringStyles()) setBar(document.querySelector('.top'));
    const { colorScheme } = document.documentElement.style;
    if (colorScheme !== '') tell(colorScheme);
  }, [shown]);
  useOwnStyles(STYLES);
  useEffect(() => {
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  const label = String(page.shell.messages['frame.scheme']);
  return (
    bar &&
    createPortal(
      <button type="button" className="link scheme" aria-label={label} title={label} onClick={change}>
        <Drawing path={MOON} />
      </button>,
      bar,
    )
  );
}
