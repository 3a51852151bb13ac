import type { MouseEvent } from 'react';
import { Spinner } from './spinner.tsx';
import type { ButtonProps } from './types.ts';

/** A button. While pending it keeps its name, its width and the focus, and swallows clicks (and so the Enter key). */
export function Button({ look, type = 'button', pending = false, disabled = false, onClick, children }: ButtonProps) {
  const click = (event: MouseEvent) => {
    if (pending) event.preventDefault();
    else onClick?.();
  };
  return (
    <button
      className={`button ${look}`}
      type={type}
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={click}
    >
      {pending && <Spinner />}
      <span>{children}</span>
    </button>
  );
}
