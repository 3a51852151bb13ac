/** What a failure shows that does not stand above the form. */
import type { RefObject } from 'react';
import { Alert } from '../theme/alert.tsx';
import { Dialog } from '../theme/dialog.tsx';
import { Icon } from '../theme/icon.tsx';
import { Links } from '../theme/links.tsx';
import { Notice } from '../theme/notice.tsx';
import { useScreening } from './use-screening.ts';

/** A failure that takes the whole screen. */
export function FailurePage({ headingRef }: { readonly headingRef: RefObject<HTMLHeadingElement | null> }) {
  const { state, sentence, text, has, links } = useScreening();
  const { failure } = state;
  if (failure === undefined) return null;
  const title = `errors.${failure.code}.title`;
  return (
    <Notice
      tone="error"
      icon={<Icon name="warning" />}
      title={text(has(title) ? title : 'frame.notice', failure.params)}
      text={sentence(failure)}
      headingRef={headingRef}
      actions={<Links items={links(failure.entry.links ?? [], 'errors.links.')} />}
    />
  );
}

/** The failure that asks for a decision. Closing it stops the countdown it started. */
export function FailureDialog() {
  const { page, state, text, has, rich, links, secondsLeft } = useScreening();
  const { failure } = state;
  const own = `errors.${failure?.code}.title`;
  const open = failure?.shows === 'dialog';
  const timer = failure?.entry.timer;
  const close = (): void => {
    page.model.set(({ timers }) => {
      const { [timer ?? '']: _, ...rest } = timers;
      return { failure: undefined, timers: rest };
    });
  };
  const seconds = timer === undefined ? 0 : secondsLeft(timer);
  return (
    <Dialog
      open={open}
      title={text(has(own) ? own : 'frame.notice', failure?.params)}
      closeText={text(seconds > 0 ? 'frame.stay' : 'frame.close')}
      onClose={close}
      ways={links(failure?.entry.links ?? [], 'errors.links.')}
    >
      {open && failure !== undefined && <Alert tone="warning">{rich(failure.key, failure.params)}</Alert>}
      {open && seconds > 0 && <p>{text('frame.sends-away', { seconds })}</p>}
    </Dialog>
  );
}
