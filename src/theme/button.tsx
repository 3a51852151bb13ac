import type { MouseEvent } from 'react';
import { Spinner } from './spinner.tsx';
import type { ButtonProps } from './types.ts';

/**
 * A button. While pending, or waiting for something else, it keeps its name, its width and the focus, and swallows clicks (and
 * so the Enter key).
 */
export function Button(props: ButtonProps) {
  const { look, name, type = 'button', pending = false, waiting = false, disabled = false, onClick, children } = props;
  const blocked = pending || waiting;
  const click = (event: MouseEvent<HTMLElement>) => {
    if (blocked) event.preventDefault();
    else onClick?.(event.currentTarget);
  };
  return (
    <button
      className={`button ${look}`}
      type={type}
      disabled={disabled}
      aria-label={name}
      aria-disabled={blocked || undefined}
      aria-busy={pending || undefined}
      onClick={click}
    >
      {pending && <Spinner />}
      <span>{children}</span>
    </button>
  );
}
