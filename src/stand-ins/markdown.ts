/** Stands in for markdown-to-jsx: no text of ours reaches rjsf as Markdown. */
import type { ReactNode } from 'react';

export function Markdown({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}
