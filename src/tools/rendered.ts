/**
 * What a page renders, without what axe's verdict does not depend on: pages that are equal in it need one verdict. Both
 * functions run in the browser, so they may use nothing from outside their own bodies.
 */

/**
 * The page as axe's rules other than those of colour and of geometry see it: every element with its attributes, whether
 * it is shown and whether it scrolls. A text counts as there or not there, and an address by its kind, except where a
 * rule asks what they say: in a control's name, which must have the words that it shows.
 */
export function structure(): string {
  const words = new Set([
    'alt',
    'aria-description',
    'aria-label',
    'aria-valuetext',
    'content',
    'label',
    'placeholder',
    'title',
    'value',
  ]);
  const addresses = new Set(['action', 'd', 'href', 'src', 'srcset']);
  const kept = ({ name, value }: Attr): string => {
    if (words.has(name)) return `${name}=${value.trim() === '' ? '' : 'words'}`;
    if (addresses.has(name))
      return `${name}=${value.startsWith('#') ? value : (/^[a-z]+:/.exec(value)?.[0] ?? 'address')}`;
    return `${name}=${value}`;
  };
  const roles = ['button', 'link', 'tab', 'option', 'checkbox', 'radio', 'switch', 'menuitem', 'treeitem', 'gridcell'];
  const controls = ['a', 'button', 'summary', 'option', ...roles.map((role) => `[role|=${role}]`)].join();
  const compared = (element: Element): string => {
    if (!element.matches(controls)) return '';
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = [element.ariaLabel, ...ids.map((id) => document.getElementById(id)?.textContent)].join(' ').trim();
    return named === '' ? '' : `${named}: ${element.textContent}`;
  };
  const parts: string[] = [];
  const walk = (element: Element): void => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls =
      (overflowX !== 'visible' && element.scrollWidth > element.clientWidth) ||
      (overflowY !== 'visible' && element.scrollHeight > element.clientHeight);
    const shown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    parts.push(
      `<${element.localName} ${[...element.attributes].map(kept).join(' ')} ${shown} ${scrolls} ${compared(element)}>`,
    );
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child);
      else if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim()) parts.push('words');
    }
    parts.push('/');
  };
  const { lang, dir } = document.documentElement;
  parts.push(lang, dir, document.title.trim() === '' ? '' : 'words');
  walk(document.body);
  return parts.join('');
}

/**
 * Whether the page shows a text in a way that no page before it did: in other colours, on another ground, of another size
 * or within other elements, all the way up.
 * @param seen ways to show a text, of the pages before it; this page's are added.
 */
export function showsNewColours(seen: Set<string>): boolean {
  const before = seen.size;
  const walk = (element: Element, above: string): void => {
    if (element instanceof SVGElement || !element.checkVisibility()) return;
    const style = getComputedStyle(element);
    const own = [
      element.localName,
      element.className,
      element.getAttribute('aria-disabled'),
      element.matches(':disabled'),
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.mixBlendMode,
      style.visibility,
      style.fontSize,
      style.fontWeight,
      style.textShadow,
      style.textDecorationLine,
    ].join();
    const way = `${above}>${own}`;
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) seen.add(way);
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child, way);
      else if (child.nodeType === Node.TEXT_NODE && child.nodeValue?.trim()) seen.add(way);
    }
  };
  walk(document.body, '');
  return seen.size > before;
}
