import type { LinkProps, LinksProps } from './types.ts';

/** A link, or a button that looks like one when it leads nowhere. */
export function TextLink({ label, href, onClick, another }: LinkProps) {
  if (href === undefined) {
    return (
      <button className="link" type="button" onClick={onClick}>
        {label}
      </button>
    );
  }
  return (
    <a className={another ? 'link another' : 'link'} href={href} onClick={onClick}>
      {label}
    </a>
  );
}

/** Links in a row, wrapping; `inline` at the end of a sentence. */
export function Links({ items, inline = false }: LinksProps) {
  if (items.length === 0) return null;
  const Row = inline ? 'span' : 'p';
  return (
    <Row className={inline ? 'alert-links' : 'links'}>
      {items.map((item) => (
        <TextLink key={item.id} {...item} />
      ))}
    </Row>
  );
}
