import { Fragment, type ReactNode } from 'react';
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
  let count = 0;
  const parts = texts.parts<ReactNode>(key, params, (name) => (chunks) => {
    count += 1;
    const href = links[name];
    if (name === 'b' || href === undefined) {
      const Tag = name === 'b' ? 'strong' : Fragment;
      return <Tag key={count}>{chunks}</Tag>;
    }
    return (
      <a key={count} href={href} target="_blank" rel="noopener noreferrer">
        {chunks}
      </a>
    );
  });
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts;
}
