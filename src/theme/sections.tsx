import { useEffect, useId, useRef, useState } from 'react';
import type { SectionsProps } from './types.ts';

/** A notice with much in it: who it is, then sections, and a list that leads to each of them. */
export function Sections(props: SectionsProps) {
  const { icon, tone, title, text, headingRef, above, label, sections, below, told } = props;
  const prefix = useId();
  const root = useRef<HTMLElement>(null);
  const [current, setCurrent] = useCurrent(root, sections.map(({ id }) => id).join());
  return (
    <section className="account" ref={root}>
      <header className="account-head">
        <span className={`notice-icon tone-${tone}`}>{icon}</span>
        <div>
          <h1 ref={headingRef} tabIndex={-1}>
            {title}
          </h1>
          {text !== undefined && text !== '' && <p className="lead">{text}</p>}
        </div>
      </header>
      {above}
      <nav className="section-nav" aria-label={label}>
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                  // The address and the entry of the history stay: Back leads to the page before.
                  event.preventDefault();
                  setCurrent(id);
                  document.getElementById(`${prefix}${id}`)?.focus({ preventScroll: true });
                  document.getElementById(id)?.scrollIntoView();
                }}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="sections">
        {sections.map(({ id, title: name, content }) => (
          <section key={id} id={id} className="section" aria-labelledby={`${prefix}${id}`}>
            <h2 id={`${prefix}${id}`} tabIndex={-1}>
              {name}
            </h2>
            {content}
          </section>
        ))}
        {below !== undefined && <div className="actions">{below}</div>}
      </div>
      {told}
    </section>
  );
}

/**
 * Which section is being read: the one at a line that goes from the top of the window to its foot as the page is scrolled
 * from its top to its end, so that short sections at the end have their turn. One that was asked for is it at once.
 */
function useCurrent(root: { readonly current: HTMLElement | null }, ids: string): [string, (id: string) => void] {
  const [current, setCurrent] = useState(ids.split(',', 1)[0] ?? '');
  const jumped = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sections, as they are now
  useEffect(() => {
    const follow = (): void => {
      if (jumped.current) {
        jumped.current = false;
        return;
      }
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
      const line = clientHeight * (scrollTop / Math.max(1, scrollHeight - clientHeight));
      const all = [...(root.current?.querySelectorAll('.section') ?? [])];
      const read = all.findLast((each) => each.getBoundingClientRect().top <= line) ?? all[0];
      if (read !== undefined) setCurrent(read.id);
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [ids]);
  const ask = (id: string): void => {
    jumped.current = true;
    setCurrent(id);
  };
  return [current, ask];
}
