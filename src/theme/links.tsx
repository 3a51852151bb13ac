import type { LinkProps, LinksProps } from './types.ts';

/** A link, or a button that looks like one when it leads nowhere. */
export function TextLink({ label, href, onClick }: LinkProps) {
  if (href === undefined) {
    return (
      <button className="link" type="button" onClick={onClick}>
        {label}
      </button>
    );
  }
  return (
    <a className="link" href={href} onClick={onClick}>
      {label}
    </a>
  );
}

/** Links at the end of a sentence, in a row of their own. */
export function InlineLinks({ items }: LinksProps) {
  if (items.length === 0) return null;
  return (
    <span className="alert-links">
      {items.map((item) => (
        <TextLink key={item.id} {...item} />
      ))}
    </span>
  );
}

/** Links in a row, wrapping. */
export function Links({ items }: LinksProps) {
  if (items.length === 0) return null;
  return (
    <p className="links">
      {items.map((item) => (
        <TextLink key={item.id} {...item} />
      ))}
    </p>
  );
}
