/** Looks at a page from inside: runs in the browser, so it may use nothing from outside its own body. */

/**
 * What a visitor with a window of this width would stumble over: sideways scrolling, text that is cut off or leaves its
 * box, a line that begins with what closes the one before, targets too small to hit, words of one that another lies on.
 * @param target least width and height of a control, px; a link inside a sentence may be smaller.
 */
export function measure(target: number): string[] {
  const faults: string[] = [];
  const wide = document.documentElement.clientWidth;
  const named = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const words = (label.trim() || element.getAttribute('name') || '').slice(0, 40);
    return `<${[element.localName, ...element.classList].join('.')}> "${words}"`;
  };
  const rounded = (value: number): number => Math.round(value * 10) / 10;

  // Nothing changes while it looks: what an element comes to is asked once, however many texts it holds.
  const remembered = <T>(ask: (element: Element) => T): ((element: Element) => T) => {
    const known = new Map<Element, T>();
    return (element) => {
      const found = known.get(element);
      if (found !== undefined) return found;
      const asked = ask(element);
      known.set(element, asked);
      return asked;
    };
  };
  const styleOf = remembered((element) => {
    const { clipPath, translate, opacity, display, overflowX, overflowY, position, scrollbarWidth } =
      getComputedStyle(element);
    const hides = clipPath === 'inset(50%)' || opacity === '0' || translate.endsWith('-200%');
    return { hides, display, overflowX, overflowY, position, scrollbarWidth };
  });
  const boxOf = remembered((element) => element.getBoundingClientRect());
  /** Taken out of sight on purpose, for assistive technology or until focused. */
  const unseen: (element: Element) => boolean = remembered(
    (element) => styleOf(element).hides || (element.parentElement !== null && unseen(element.parentElement)),
  );
  /** A link or button of a row that fingers push sideways: the focus brings it into sight, too. */
  const inStrip = (element: Element): boolean => {
    for (let each = element.closest('a, button')?.parentElement ?? null; each !== null; each = each.parentElement) {
      const { left, right } = boxOf(each);
      const { overflowX, scrollbarWidth } = styleOf(each);
      if (overflowX === 'auto' && scrollbarWidth === 'none') return left >= -1 && right <= wide + 1;
    }
    return false;
  };
  const visible = remembered((element) => element.checkVisibility({ visibilityProperty: true }));
  /** The nearest element around a text that is a box. */
  const blockOf = (parent: Element): Element | null => {
    let box: Element | null = parent;
    while (box !== null && styleOf(box).display === 'inline') box = box.parentElement;
    return box;
  };

  if (document.documentElement.scrollWidth > wide)
    faults.push(`scrolls sideways: ${document.documentElement.scrollWidth} px in ${wide}`);

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !node.nodeValue?.trim() || !visible(parent)) continue;
    if (parent.closest('script, style, noscript, option, svg') !== null || unseen(parent)) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width === 0 || inStrip(parent)) continue;
    if (text.left < -1 || text.right > wide + 1) faults.push(`text leaves the window: ${named(parent)}`);
    const box = blockOf(parent);
    for (let each = box; each !== null && each !== document.documentElement; each = each.parentElement) {
      const { overflowX, overflowY } = styleOf(each);
      const { left, right, top, bottom } = boxOf(each);
      const across = each === box || overflowX !== 'visible';
      // Line boxes may be taller than what they draw; only a box that clips does harm.
      const along = overflowY === 'hidden' || overflowY === 'clip';
      if (across && (text.left < left - 1 || text.right > right + 1))
        faults.push(`text leaves ${each === box ? 'its box' : named(each)} sideways: ${named(parent)}`);
      else if (along && (text.top < top - 2 || text.bottom > bottom + 2))
        faults.push(`text is cut off by ${named(each)}: ${named(parent)}`);
    }
  }

  // Of texts, the characters that no line begins with, wherever elements begin and end between them.
  const closing = /[、。，．：；！？）］｝〉》」』】〕”’]|[,.:;!?)}](?=$|[\s\u3000-\u9fff\uff00-\uffef])/gu;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const rectOf = (node: Node, at: number): DOMRect | undefined => {
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return [...range.getClientRects()].find(({ width }) => width > 0);
  };
  let before: { readonly node: Node; readonly box: Element | null } | undefined;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement;
    const words = node.nodeValue ?? '';
    if (parent === null || !words.trim() || !visible(parent) || unseen(parent)) continue;
    if (parent.closest('script, style, noscript, option, svg') !== null) continue;
    const box = blockOf(parent);
    for (const { index } of words.matchAll(closing)) {
      const earlier = words.slice(0, index).trimEnd();
      const previous = earlier !== '' ? { node, box } : before?.box === box ? before : undefined;
      if (previous === undefined) continue;
      const said = earlier !== '' ? earlier : (previous.node.nodeValue ?? '').trimEnd();
      const [last, mark] = [rectOf(previous.node, said.length - 1), rectOf(node, index)];
      if (last !== undefined && mark !== undefined && mark.top >= last.bottom - 2)
        faults.push(`a line begins with "${words.slice(index, index + 6)}": ${named(parent)}`);
    }
    before = { node, box };
  }

  const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!visible(control) || unseen(control)) continue;
    const words =
      control instanceof HTMLSelectElement ? control.selectedOptions[0]?.text : control.value || control.placeholder;
    // What was typed scrolls; what we wrote must fit.
    if (!words || (control instanceof HTMLInputElement && (control.value || /^(radio|checkbox)$/.test(control.type))))
      continue;
    const style = getComputedStyle(control);
    pen.font = style.font;
    const room = control.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    const needed = pen.measureText(words).width;
    if (needed > room + 1) faults.push(`"${words}" needs ${rounded(needed)} px, has ${rounded(room)}`);
  }

  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option]';
  const all = [...document.querySelectorAll<HTMLElement>(controls)];
  /** What stays in the window while the page is pushed lies on whatever comes below it. */
  const floats = (element: Element): boolean => {
    for (let each: Element | null = element; each !== null; each = each.parentElement)
      if (/fixed|sticky/.test(styleOf(each).position)) return true;
    return false;
  };
  for (const [at, control] of all.entries()) {
    if (!visible(control) || unseen(control)) continue;
    range.selectNodeContents(control);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const above = all.slice(at + 1).find((other) => {
      if (control.contains(other) || other.closest('dialog') !== control.closest('dialog')) return false;
      const boxes = [...other.getClientRects()];
      const covers = lines.some(({ left, right, top, bottom }) => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return boxes.some((box) => box.left < x && x < box.right && box.top < y && y < box.bottom);
      });
      return covers && visible(other) && !unseen(other) && !floats(other);
    });
    if (above !== undefined) faults.push(`${named(above)} lies on ${named(control)}`);
  }

  for (const control of all) {
    if (!visible(control)) continue;
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const parts = /^(radio|checkbox)$/.test(control.getAttribute('type') ?? '') ? [control, ...labels] : [control];
    if (parts.every((part) => unseen(part))) continue;
    const rects = parts.map(boxOf);
    const width = Math.max(...rects.map(({ right }) => right)) - Math.min(...rects.map(({ left }) => left));
    const height = Math.max(...rects.map(({ bottom }) => bottom)) - Math.min(...rects.map(({ top }) => top));
    const around = control.parentElement?.textContent?.trim() ?? '';
    const inSentence =
      control.localName === 'a' &&
      styleOf(control).display === 'inline' &&
      [...(control.parentNode?.childNodes ?? [])].some((each) => each.nodeType === 3 && each.nodeValue?.trim()) &&
      around !== control.textContent?.trim();
    if (inSentence) continue;
    // A word as short as a language's name is as wide as it is.
    const leastWidth = control.localName === 'a' ? Math.min(target, 24) : target;
    if (height < target - 0.5 || width < leastWidth - 0.5)
      faults.push(`target of ${rounded(width)} x ${rounded(height)} px, least ${target}: ${named(control)}`);
  }
  return [...new Set(faults)];
}
