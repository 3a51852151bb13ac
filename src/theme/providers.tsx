import type { ProvidersProps } from './types.ts';

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
              <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
                <path fill="currentColor" d={item.icon} />
              </svg>
              <span>{item.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
