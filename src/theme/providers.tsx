import { Picture } from './picture.tsx';
import type { ProvidersProps } from './types.ts';

/** An "or" line, then a button for each third-party provider, with a drawing of our own. */
export function Providers({ label, items }: ProvidersProps) {
  if (items.length === 0) return null;
  return (
    <section className="providers" aria-label={label}>
      <p className="or">
        <span>{label}</span>
      </p>
      <ul>
        {items.map(({ id, icon, label: name, onClick }) => (
          <li key={id} data-provider={id}>
            <button className="button secondary" type="button" onClick={onClick}>
              <Picture src={icon} alt="" width={22} height={22} loading="lazy" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
