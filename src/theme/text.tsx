import { TextLink } from './links.tsx';
import type { TextProps } from './types.ts';

/** A paragraph; the coloured tones are set apart on a surface of their own. */
export function Text({ tone, children, links = [] }: TextProps) {
  return (
    <p className={`text tone-${tone}`}>
      <span>
        {children}
        {links.length > 0 && (
          <span className="alert-links">
            {links.map((link) => (
              <TextLink key={link.id} {...link} />
            ))}
          </span>
        )}
      </span>
    </p>
  );
}
