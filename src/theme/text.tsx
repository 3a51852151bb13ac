import { Links } from './links.tsx';
import type { TextProps } from './types.ts';

/** A paragraph; the coloured tones are set apart on a surface of their own. */
export function Text({ tone, children, links = [] }: TextProps) {
  return (
    <p className={`text tone-${tone}`}>
      <span>
        {children}
        <Links items={links} inline />
      </span>
    </p>
  );
}
