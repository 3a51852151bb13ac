import { Children, type ReactNode } from 'react';
import type { Params, Texts } from '../engine/messages.ts';

/**
 * A sentence with its rich tags: `b` is strong, any other name is the line's link of that name. A link opens beside the
 * page, so that nothing typed is lost.
 */
export function richNodes(
  texts: Texts,
  key: string,
  params: Params,
  links: Readonly<Record<string, string>>,
): ReactNode {
  const parts = texts.parts<ReactNode>(key, params, (name) => (chunks) => {
    const inside = Children.toArray(chunks as ReactNode[]);
    if (name === 'b') return <strong>{inside}</strong>;
    const href = links[name];
    if (href === undefined) return inside;
    return (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {inside}
      </a>
    );
  });
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  return Children.toArray(parts as ReactNode[]);
}
