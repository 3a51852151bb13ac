import { AnyIcon } from './more-icons.tsx';
import type { DownloadsProps, System } from './types.ts';

/** Our own drawings: a window with panes, a window with three dots, a window with a prompt. */
const systems: Readonly<Record<System, string>> = {
  windows: 'M3.5 5h17v14h-17zM12 5v14M3.5 12h17',
  macos: 'M3.5 5h17v14h-17zM3.5 9.2h17M6.3 7.1h.1M8.8 7.1h.1M11.3 7.1h.1',
  linux: 'M3.5 5h17v14h-17zM7 9.5l3 2.6-3 2.6M12.5 15h4.5',
};

/** The client for each system, as cards. */
export function Downloads({ items }: DownloadsProps) {
  return (
    <ul className="downloads">
      {items.map((item) => (
        <li key={item.id}>
          <a className="download" href={item.href}>
            <svg className="icon" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" focusable="false">
              <path d={systems[item.system]} />
            </svg>
            <span>{item.label}</span>
            <AnyIcon name="download" />
          </a>
        </li>
      ))}
    </ul>
  );
}
