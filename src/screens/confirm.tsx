import { ConfirmDialog } from '../theme/confirm-dialog.tsx';
import type { Asked } from './screening.ts';
import { useScreening } from './use-screening.ts';

interface ConfirmProps {
  readonly asked: Asked;
  /** The question was answered, whichever way. */
  onEnd(): void;
}

/** Asks before something is taken away; only the answer that says so goes on. */
export function Confirm({ asked: { confirm, label, pressed, goOn }, onEnd }: ConfirmProps) {
  const { text, rich, has } = useScreening();
  const own = `confirms.${confirm}.action`;
  return (
    <ConfirmDialog
      title={text(`confirms.${confirm}.title`)}
      text={rich(`confirms.${confirm}.text`)}
      action={has(own) ? text(own) : label}
      cancel={text('widgets.confirm.cancel')}
      pressed={pressed}
      onAnswer={(goesOn) => {
        onEnd();
        if (goesOn) goOn();
      }}
    />
  );
}
