import type { FactsProps } from './types.ts';

/** Names and values. */
export function Facts({ items, look }: FactsProps) {
  return (
    <dl className={look === undefined ? 'facts' : `facts ${look}`}>
      {items.map((item) => (
        <div key={item.id}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
