/**
 * A press that follows another at once was meant for the same thing: a double click, Enter twice, Enter held down. It does
 * nothing, whatever has come to its place by then: a confirmation that appears under the pointer is not confirmed by it, and
 * nothing is sent twice. Whatever is pressed elsewhere, or after something was typed, is meant.
 *
 * Like `early.ts` it stands in the page itself (`src/tools/early.ts`), so it is small and imports nothing.
 */

/** @param live event of the window by which the page carries out a press that was kept. */
export function dropSecondPress(live: string): void {
  /** ms, and px that a finger may be off. */
  const soon = 500;
  const near = 24;
  let last: MouseEvent | undefined;
  let touches = false;
  const forget = (): void => {
    last = undefined;
  };
  const drop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener(live, forget);
  addEventListener('input', forget, true);
  addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      touches = pointerType === 'touch';
    },
    true,
  );
  addEventListener(
    'keydown',
    (event) => {
      const { key, repeat } = event;
      if (key !== 'Enter' && key !== ' ') forget();
      else if (repeat && key === 'Enter') drop(event);
    },
    true,
  );
  addEventListener(
    'click',
    (event) => {
      const { target, detail, timeStamp, clientX, clientY } = event;
      const presses = (target as Element).closest('a, button') !== null;
      // What a label passes on to its box is no press of its own.
      if (!presses && detail === 0) return;
      const before = last;
      last = event;
      if (before === undefined) return;
      // Browsers count the clicks of a mouse by time and place, whatever stands there; those of a key and a finger they do not.
      const isSecond =
        detail > 1 ||
        (timeStamp - before.timeStamp < soon &&
          (detail === 0 || (touches && Math.hypot(clientX - before.clientX, clientY - before.clientY) < near)));
      if (isSecond && (presses || target !== before.target)) drop(event);
    },
    true,
  );
}
