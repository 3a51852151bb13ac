/**
 * Light or dark, as a visitor chose it: what asks the system by its media is asked anew, so that no rule is written twice.
 *
 * Like `early.ts` it stands in the page itself (`src/tools/early.ts`), so that nothing is painted in the other one first;
 * it is small and imports nothing.
 */

/** Event of the window by which the page's scripts tell of a choice: its detail is `light`, `dark`, or empty for the system's. */
export const SCHEME = 'foyer-scheme';
/** Where the local storage holds the last one. */
export const SCHEME_KEY = 'foyer:scheme';

export function keepScheme(): void {
  /** What each asked for at first. */
  const asked = new WeakMap<object, string>();
  let chosen: string | null = null;
  const put = <Name extends string>(holder: Record<Name, string>, name: Name): void => {
    const before = asked.get(holder) ?? holder[name];
    if (!before.includes('color-scheme')) return;
    asked.set(holder, before);
    const now = before.replace(/\(prefers[^)]*?(\w+)\)/, (_, which) => `(${which === chosen ? 'min' : 'max'}-width:0)`);
    (holder as Record<string, string>)[name] = chosen ? now : before;
  };
  const apply = (): void => {
    document.documentElement.style.colorScheme = chosen ?? '';
    for (const { cssRules } of document.styleSheets)
      for (const rule of cssRules) if (rule instanceof CSSMediaRule) put(rule.media, 'mediaText');
    for (const element of document.querySelectorAll<HTMLSourceElement>('[media]')) put(element, 'media');
  };
  addEventListener(SCHEME, ({ detail }: CustomEventInit<string>) => {
    chosen = detail ?? '';
    apply();
  });
  try {
    chosen = localStorage.getItem(SCHEME_KEY);
  } catch {
    // Blocked: the system's.
  }
  if (!chosen) return;
  apply();
  // The pictures of the page, once it has been read: its scripts may be long in coming.
  document.addEventListener('readystatechange', apply);
}
