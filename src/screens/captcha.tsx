import { type ComponentType, useEffect, useState } from 'react';
import { useScreening } from './context.tsx';

/** The captcha, fetched when it is asked for the first time. Where it cannot be fetched, the call goes on without. */
export function Captcha() {
  const { state } = useScreening();
  const [Dialog, setDialog] = useState<ComponentType>();
  const request = state.captcha;
  useEffect(() => {
    if (request === undefined || Dialog !== undefined) return;
    import('./captcha-dialog.tsx').then(
      ({ CaptchaDialog }) => setDialog(() => CaptchaDialog),
      () => request.answer(undefined),
    );
  }, [request, Dialog]);
  return Dialog === undefined ? null : <Dialog />;
}
