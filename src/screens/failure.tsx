import { useEffect, useRef } from 'react';
import { Alert, FAILURE_ID } from '../theme/alert.tsx';
import { Dialog } from '../theme/dialog.tsx';
import { secondsLeft } from './page.ts';
import { useScreening } from './use-screening.ts';

/** The failure that stands above a form or a notice. */
export function FailureAlert() {
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
      links={links(failure.entry.links ?? [], 'errors.links.')}
    >
      {sentence(failure)}
    </Alert>
  );
}

/** What heads the present failure's dialog or page: its own title, else a general word. */
export function useFailureTitle(): string {
  const { state, text, has } = useScreening();
  const own = `errors.${state.failure?.code}.title`;
  return text(state.failure !== undefined && has(own) ? own : 'frame.notice', state.failure?.params);
}

/** The failure that asks for a decision. Closing it stops the countdown it started. */
export function FailureDialog() {
  const { page, state, text, rich, links } = useScreening();
  const title = useFailureTitle();
  const { failure } = state;
  const open = failure?.shows === 'dialog';
  const timer = failure?.entry.timer;
  const close = (): void => {
    page.model.set(({ timers }) => {
      const { [timer ?? '']: _, ...rest } = timers;
      return { failure: undefined, timers: rest };
    });
  };
  const seconds = timer === undefined ? 0 : secondsLeft(state, timer);
  return (
    <Dialog
      open={open}
      title={title}
      closeText={text(seconds > 0 ? 'frame.stay' : 'frame.close')}
      onClose={close}
      ways={links(failure?.entry.links ?? [], 'errors.links.')}
    >
      {open && failure !== undefined && <Alert tone="warning">{rich(failure.key, failure.params)}</Alert>}
      {open && seconds > 0 && <p>{text('frame.sends-away', { seconds })}</p>}
    </Dialog>
  );
}
