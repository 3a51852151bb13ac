import { Icon } from './icon.tsx';
import type { ProvidersProps } from './types.ts';

/** Our own pictograms for the providers we know; any other has the general one. */
const marks: Readonly<Record<string, string>> = {
  wechat:
    'M9.5 4C5.4 4 2 6.7 2 10.1c0 1.9 1.1 3.6 2.8 4.7L4.2 17l2.6-1.3c.8.3 1.7.4 2.7.4h.5a5.2 5.2 0 0 1-.2-1.4c0-3.1 3-5.6 6.7-5.6h.4C16.2 6.2 13.2 4 9.5 4m7 6.5c-3 0-5.5 2-5.5 4.5s2.5 4.5 5.5 4.5c.7 0 1.4-.1 2-.3l2.1 1.1-.5-1.9c1.2-.8 1.9-2 1.9-3.4 0-2.5-2.5-4.5-5.5-4.5',
  qq: 'M12 2.5c-3.7 0-6 2.7-6 6.3v1.7c-1.4 1.7-2.3 3.7-2.3 5.3 0 .9.4 1 .8.8.5-.3 1-.8 1.4-1.5.3 1 .9 1.9 1.7 2.6-.9.4-1.5.9-1.5 1.6C6.1 20.5 8.5 21 12 21s5.9-.5 5.9-1.7c0-.7-.6-1.2-1.5-1.6.8-.7 1.4-1.6 1.7-2.6.4.7.9 1.2 1.4 1.5.4.2.8.1.8-.8 0-1.6-.9-3.6-2.3-5.3V8.8c0-3.6-2.3-6.3-6-6.3',
  google: 'M12 3a9 9 0 1 0 8.9 10.6c.1-.8.1-1.7 0-2.6H12v3.3h5a5.4 5.4 0 1 1-1.2-6l2.5-2.5A9 9 0 0 0 12 3',
  apple:
    'M12.3 6.7c-1-.4-2.3-1-3.8-.8C5.6 6.2 4 8.9 4 12.2 4 16.3 6.6 21 9.3 21c1.1 0 1.7-.6 2.7-.6s1.6.6 2.7.6c2.7 0 5.3-4.7 5.3-8.8 0-3.3-1.6-6-4.5-6.3-1.3-.1-2.3.4-3.2.8m-.3-1c0-2.2 1.4-3.7 3.6-3.9.1 2.2-1.4 3.8-3.6 3.9',
  dingtalk:
    'M4.5 3.5c3 3 7.5 3.8 14 4.8 1.2.2 1.6 1 1.1 2-.7 1.5-1.8 3-3 4.4h2.6L11 21.5l1.5-4.7h-2.4l1-2c-2.5-.3-4-1.4-4.7-3 .9.2 2 .3 3.2.2C6.7 10.6 4.9 7.7 4.5 3.5',
};

/** An "or" line, then a button for each third-party provider. */
export function Providers({ label, items }: ProvidersProps) {
  if (items.length === 0) return null;
  return (
    <section className="providers" aria-label={label}>
      <p className="or">
        <span>{label}</span>
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.id} data-provider={item.id}>
            <button className="button secondary" type="button" onClick={item.onClick}>
              {marks[item.icon] ? (
                <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
                  <path fill="currentColor" d={marks[item.icon]} />
                </svg>
              ) : (
                <Icon name="user" />
              )}
              <span>{item.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
