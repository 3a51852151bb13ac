import { Icon } from './icon.tsx';
import type { NoticeProps } from './types.ts';

/** A whole screen that says one thing: icon, h1, text, blocks, buttons. */
export function Notice({ tone, icon, title, text, blocks, actions, headingRef }: NoticeProps) {
  return (
    <section className="notice">
      <span className={`notice-icon tone-${tone}`}>
        <Icon name={icon} />
      </span>
      <h1 ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && text !== '' && <p className="lead">{text}</p>}
      {blocks && <div className="notice-blocks">{blocks}</div>}
      {actions && <div className="actions">{actions}</div>}
    </section>
  );
}
