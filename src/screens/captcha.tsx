import { type ComponentType, useEffect, useState } from 'react';
import { learnCatalogue } from './catalogue.ts';
import { useScreening } from './use-screening.ts';

/** The captcha's dialog, fetched with its words when it is asked for the first time. Where it cannot be fetched, the call goes on without. */
export function Captcha() {
  const { page, state } = useScreening();
  const { captcha } = state;
  const [Dialog, setDialog] = useState<ComponentType>();
  useEffect(() => {
    if (captcha === undefined || Dialog !== undefined) return;
    Promise.all([import('./captcha-dialog.tsx'), learnCatalogue(page)]).then(
      ([{ CaptchaDialog }, learned]) => (learned ? setDialog(() => CaptchaDialog) : captcha.answer(undefined)),
      () => captcha.answer(undefined),
    );
  }, [page, captcha, Dialog]);
  return Dialog === undefined ? null : <Dialog />;
}
