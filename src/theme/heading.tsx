import type { HeadingProps } from './types.ts';

/** The screen's h1; takes the focus when the screen is shown. */
export function Heading({ title, lead, headingRef }: HeadingProps) {
  return (
    <header className="heading">
      <h1 ref={headingRef} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && lead !== '' && <p className="lead">{lead}</p>}
    </header>
  );
}
