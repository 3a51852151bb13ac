/** Styles that come with what they are for, since no other page has use for them. */
import { useInsertionEffect } from 'react';

const adopted = new Set<string>();

/** Whether a script may bring styles: a policy that allows none but by hash allows sheets that a script makes. */
export const mayBringStyles = (): boolean => 'adoptedStyleSheets' in document;

export function useOwnStyles(css: string): void {
  useInsertionEffect(() => {
    if (adopted.has(css) || !mayBringStyles()) return;
    adopted.add(css);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, [css]);
}
