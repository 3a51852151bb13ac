import type { FactsProps } from './types.ts';

/** Names and values. */
export function Facts({ items }: FactsProps) {
  return (
    <dl className="facts">
      {items.map((item) => (
        <div key={item.id}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
