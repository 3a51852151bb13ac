import { useEffect, useRef } from 'react';
import { Alert, FAILURE_ID } from '../theme/alert.tsx';
import { useScreening } from './use-screening.ts';

/**
 * The failure that stands above a form or a notice.
 * @param title of the screen, where it stands in the heading's place
 */
export function FailureAlert({ title }: { readonly title?: string }) {
  const { state, sentence, links } = useScreening();
  const { failure } = state;
  const shown = useRef<HTMLDivElement>(null);
  // Whoever pressed something far below would take a refusal for nothing at all.
  useEffect(() => {
    // Some browsers give a promise, which an effect must not give on.
    if (failure !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (failure?.shows !== 'alert') return null;
  return (
    <Alert
      id={FAILURE_ID}
      ref={shown}
      key={failure.code}
      tone="error"
      title={title}
      links={links(failure.entry.links ?? [], 'errors.links.')}
    >
      {sentence(failure)}
    </Alert>
  );
}
