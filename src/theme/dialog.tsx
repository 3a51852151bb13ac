import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import type { DialogProps } from './types.ts';

/** A modal dialog on the native element: the browser keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ open, title, closeText, onClose, ways = [], children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  return (
    <dialog
      className="dialog"
      ref={element}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The owner decides: it sets `open` to false, and only then the element closes.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (open) onClose();
      }}
    >
      {open && (
        <>
          <h2 id={titleId}>{title}</h2>
          <div className="dialog-body">{children}</div>
          <div className="actions">
            {ways.map(({ id, label, href, onClick }) => {
              const Way = href === undefined ? 'button' : 'a';
              return (
                <Way
                  key={id}
                  className="button primary"
                  {...(href === undefined ? { type: 'button' } : { href })}
                  onClick={onClick}
                >
                  {label}
                </Way>
              );
            })}
            <Button look="secondary" onClick={onClose}>
              {closeText}
            </Button>
          </div>
        </>
      )}
    </dialog>
  );
}
