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
  let last: MouseEvent | 0 = 0;
  let touches = false;
  const forget = (): void => {
    last = 0;
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
      const before = last;
      const presses = (event.target as Element).closest('a,button');
      // What a label passes on to its box is no press of its own.
      if (!presses && !event.detail) return;
      last = event;
      // Browsers count the clicks of a mouse by time and place, whatever stands there; those of a key and a finger they do not.
      if (
        before &&
        (presses || event.target !== before.target) &&
        (event.detail > 1 ||
          (event.timeStamp - before.timeStamp < soon &&
            (!event.detail ||
              (touches && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < near))))
      )
        drop(event);
    },
    true,
  );
}
