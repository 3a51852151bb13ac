import { type ComponentType, useEffect, useState } from 'react';
import { useScreening } from './use-screening.ts';

/** The captcha's dialog, fetched when it is asked for the first time. Where it cannot be fetched, the call goes on without. */
export function Captcha() {
  const { captcha } = useScreening().state;
  const [Dialog, setDialog] = useState<ComponentType>();
  useEffect(() => {
    if (captcha === undefined || Dialog !== undefined) return;
    import('./captcha-dialog.tsx').then(
      ({ CaptchaDialog }) => setDialog(() => CaptchaDialog),
      () => captcha.answer(undefined),
    );
  }, [captcha, Dialog]);
  return Dialog === undefined ? null : <Dialog />;
}
