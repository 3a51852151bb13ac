import type { IconProps } from './types.ts';

/** Strokes on a 24-unit square. */
const strokes: Readonly<Record<IconProps['name'], string>> = {
  mail: 'M3.5 6.5h17v11h-17zM4 7l8 6.2L20 7',
  check: 'M5 12.8 9.8 17.5 19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  warning: 'M12 4 2.8 19.8h18.4zM12 10v4.4M12 17.1v.2',
  lock: 'M5.5 10.5h13v9.5h-13zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.2v2',
  user: 'M12 4a3.9 3.9 0 1 0 0 7.8A3.9 3.9 0 0 0 12 4M4.5 20c.7-3.6 3.7-5.6 7.5-5.6s6.8 2 7.5 5.6',
  phone: 'M7.5 2.8h9v18.4h-9zM10.8 18.2h2.4',
  download: 'M12 3.5v11.2M7.5 10.6l4.5 4.4 4.5-4.4M4.5 19.8h15',
  search: 'M10.8 4a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6M15.8 15.8l4.7 4.7',
  eye: 'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6',
  'eye-off':
    'M4 4.2 20 19.8M9.6 6.2C10.4 5.9 11.2 5.8 12 5.8c6 0 9.5 6.2 9.5 6.2a15 15 0 0 1-2.7 3.2M6.2 7.7A15.5 15.5 0 0 0 2.5 12s3.5 6.2 9.5 6.2c1.5 0 2.9-.4 4.1-1M10 10.1a2.8 2.8 0 0 0 3.9 3.9',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M3.5 12h17M12 3.5c2.6 2.3 3.7 5.1 3.7 8.5s-1.1 6.2-3.7 8.5c-2.6-2.3-3.7-5.1-3.7-8.5s1.1-6.2 3.7-8.5',
  caps: 'M12 3.5 4.5 11.5h4v4.5h7v-4.5h4zM8.5 20h7',
};

/** A line drawing in the colour of the text around it; decorative. */
export function Icon({ name }: IconProps) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={strokes[name]} />
    </svg>
  );
}
