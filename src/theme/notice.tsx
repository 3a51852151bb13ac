import type { ReactNode } from 'react';
import { Picture } from './picture.tsx';
import type { NoticeProps, Tone } from './types.ts';

/** The drawing at the head of a notice, on a disc of its tone. */
export function NoticeIcon({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return <span className={`notice-icon tone-${tone}`}>{children}</span>;
}

/** A whole screen that says one thing: drawing or icon, h1, text, blocks, buttons, and what can wait. */
export function Notice({ tone, icon, picture, title, text, blocks, actions, after, headingRef }: NoticeProps) {
  return (
    <section className={`notice tone-${tone}`}>
      {picture === undefined ? (
        <NoticeIcon tone={tone}>{icon}</NoticeIcon>
      ) : (
        <Picture src={picture} width={160} height={120} alt="" />
      )}
      <h1 ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      {text !== undefined && text !== '' && <p className="lead">{text}</p>}
      {blocks && <div className="notice-blocks">{blocks}</div>}
      {actions && <div className="actions">{actions}</div>}
      {after && <div className="notice-blocks">{after}</div>}
    </section>
  );
}
