import type { IconProps } from './types.ts';

/** Strokes on a 24-unit square, of the icons that any page may need; the others are in more-icons.tsx. */
const strokes: Readonly<Record<IconProps['name'], string>> = {
  check: 'M5 12.8 9.8 17.5 19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  warning: 'M12 4 2.8 19.8h18.4zM12 10v4.4M12 17.1v.2',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  'eye-off':
    'M4 4.2 20 19.8M9.6 6.2C10.4 5.9 11.2 5.8 12 5.8c6 0 9.5 6.2 9.5 6.2a15 15 0 0 1-2.7 3.2M6.2 7.7A15.5 15.5 0 0 0 2.5 12s3.5 6.2 9.5 6.2c1.5 0 2.9-.4 4.1-1M10 10.1a2.8 2.8 0 0 0 3.9 3.9',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.5c2.6 2.3 3.7 5.1 3.7 8.5s-1.1 6.2-3.7 8.5c-2.6-2.3-3.7-5.1-3.7-8.5s1.1-6.2 3.7-8.5',
};

/** A line drawing in the colour of the text around it; decorative. */
export function Icon({ name }: IconProps) {
  return <Drawing path={strokes[name]} />;
}

/** The same from strokes of one's own. */
export function Drawing({ path }: { readonly path: string }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
