/** The captcha's dialog: the line's own captcha, and the built-in one where that does not come. */
import { useEffect, useRef, useState } from 'react';
import type { CaptchaAnswer } from '../engine/bind.ts';
import { Dialog } from '../theme/dialog.tsx';
import { Text } from '../theme/text.tsx';
import { BuiltInCaptcha } from './captcha-built-in.tsx';
import { FrameCaptcha } from './captcha-frame.tsx';
import { useScreening } from './use-screening.ts';

const BUILT_IN = 'built-in';

export function CaptchaDialog() {
  const { page, state, text } = useScreening();
  const { provider } = page.shell.line.captcha;
  // What did not come once is not waited for again in this visit.
  const [standsIn, setStandsIn] = useState(false);
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A frame that had the focus took it along.
    if (standsIn && document.activeElement === document.body)
      status.current?.parentElement?.querySelector('button')?.focus();
  }, [standsIn]);
  const request = state.captcha;
  const answer = (given?: CaptchaAnswer): void => request?.answer(given);
  const isBuiltIn = provider === BUILT_IN || standsIn;
  return (
    <Dialog
      open={request !== undefined}
      title={text('captcha.title')}
      closeText={text('captcha.close')}
      onClose={() => answer()}
    >
      <div ref={status} role="status">
        {standsIn && <Text tone="info">{text('captcha.outside.replaced')}</Text>}
      </div>
      {isBuiltIn ? (
        <BuiltInCaptcha onDone={answer} />
      ) : (
        <FrameCaptcha
          name={`${provider}-captcha`}
          onDone={answer}
          onClosed={() => answer()}
          onFailed={() => setStandsIn(true)}
        />
      )}
    </Dialog>
  );
}
