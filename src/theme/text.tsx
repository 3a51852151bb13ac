import type { TextProps } from './types.ts';

/** A paragraph; the coloured tones are set apart on a surface of their own. */
export function Text({ tone, children }: TextProps) {
  return <p className={`text tone-${tone}`}>{children}</p>;
}
