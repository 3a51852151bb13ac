import type { FactsProps } from './types.ts';

/** A UUID, which is compared and copied rather than read. */
const IDENTIFIER = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names and values, each with the buttons that change it. */
export function Facts({ items, look }: FactsProps) {
  return (
    <dl className={look === undefined ? 'facts' : `facts ${look}`}>
      {items.map((item) => (
        <div key={item.id}>
          <dt>{item.label}</dt>
          <dd className={IDENTIFIER.test(item.value) ? 'identifier' : undefined}>{item.value}</dd>
          {item.actions !== undefined && <dd className="actions">{item.actions}</dd>}
        </div>
      ))}
    </dl>
  );
}
