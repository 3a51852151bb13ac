/** What the file of a drawing is called that has a twin for dark pages, and its twin (`tools/line-release.ts`). */
export const [LIGHT, DARK] = ['.light.', '.dark.'];
/** Phones, as everywhere. */
const NARROW = '(max-width:859px)';

interface PictureProps {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** What phones show in its place. */
  readonly narrow?: string;
  readonly loading?: 'lazy';
}

/** An image, and what dark pages and phones show in its place. */
export function Picture({ narrow, alt, ...image }: PictureProps) {
  const dark = (src: string, media: string) =>
    src.includes(LIGHT) && <source media={`${media}(prefers-color-scheme:dark)`} srcSet={src.replace(LIGHT, DARK)} />;
  return (
    <picture>
      {narrow && dark(narrow, `${NARROW} and `)}
      {narrow && <source media={NARROW} srcSet={narrow} />}
      {dark(image.src, '')}
      <img alt={alt} {...image} />
    </picture>
  );
}
