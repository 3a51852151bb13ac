import { useEffect, useId, useRef } from 'react';
import type { ConfirmDialogProps } from './types.ts';

/**
 * A question before something is taken away, on the native element. Whoever presses Enter without reading keeps everything: the
 * focus is on Cancel. Escape says no, too.
 */
export function ConfirmDialog({ title, text, action, cancel, pressed, onAnswer }: ConfirmDialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const calm = useRef<HTMLButtonElement>(null);
  const answered = useRef(false);
  const titleId = useId();
  const textId = useId();

  useEffect(() => {
    element.current?.showModal();
    calm.current?.focus();
  }, []);

  const end = (goesOn: boolean): void => {
    if (answered.current) return;
    answered.current = true;
    element.current?.close();
    // Where a press gives no focus (Safari), and where the page was pressed before it was live, the browser has nothing to give back.
    pressed.focus();
    onAnswer(goesOn);
  };

  return (
    <dialog
      className="dialog"
      ref={element}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={() => end(false)}
      onClose={() => end(false)}
    >
      <h2 id={titleId}>{title}</h2>
      <p id={textId}>{text}</p>
      <div className="actions">
        <button className="button danger" type="button" onClick={() => end(true)}>
          {action}
        </button>
        <button className="button secondary" type="button" ref={calm} onClick={() => end(false)}>
          {cancel}
        </button>
      </div>
    </dialog>
  );
}
