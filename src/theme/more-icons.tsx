import { Drawing, Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import type { IconName, IconProps } from './types.ts';

type MoreName = Exclude<IconName, IconProps['name']>;

/** Strokes of the icons that only parts loaded later show. */
const strokes: Readonly<Record<MoreName, string>> = {
  mail: 'M3.5 6.5h17v11h-17zM4 7l8 6.2L20 7',
  lock: 'M5.5 10.5h13v9.5h-13zM8 10.5V8a4 4 0 0 1 8 0v2.5M12 14.2v2',
  user: 'M12 4a3.9 3.9 0 1 0 0 7.8A3.9 3.9 0 0 0 12 4M4.5 20c.7-3.6 3.7-5.6 7.5-5.6s6.8 2 7.5 5.6',
  phone: 'M7.5 2.8h9v18.4h-9zM10.8 18.2h2.4',
  download: 'M12 3.5v11.2M7.5 10.6l4.5 4.4 4.5-4.4M4.5 19.8h15',
  search: 'M10.8 4a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6M15.8 15.8l4.7 4.7',
  chevron: 'm6.5 9.5 5.5 5.5 5.5-5.5',
};

const isMore = (name: IconName): name is MoreName => name in strokes;

/** An icon of any name. */
export function AnyIcon({ name }: { readonly name: IconName }) {
  return isMore(name) ? <Drawing path={strokes[name]} /> : <Icon name={name} />;
}

/** What a notice has at its head. */
export function StateIcon({ name }: { readonly name: IconName | 'progress' }) {
  return name === 'progress' ? <Spinner /> : <AnyIcon name={name} />;
}
