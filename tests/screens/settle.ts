/** When a page in jsdom is at rest: nothing was drawn, asked or stored for some turns of the event loop, and nothing is on its way. */
import { act } from '@testing-library/react';

/** Grows with whatever happens. */
let happened = 0;
/** What goes on at the next frame. */
let underway = 0;
/** What goes on outside of this thread: it ends, but a busy machine lets it wait. */
let outside = 0;

/** A page asked its service for something. */
export const noteRequest = (): void => {
  happened += 1;
};

const { subtle } = crypto;
Object.defineProperty(globalThis, 'crypto', {
  configurable: true,
  value: {
    getRandomValues: crypto.getRandomValues.bind(crypto),
    randomUUID: crypto.randomUUID.bind(crypto),
    subtle: {
      async digest(...what: Parameters<SubtleCrypto['digest']>) {
        outside += 1;
        try {
          return await subtle.digest(...what);
        } finally {
          outside -= 1;
          happened += 1;
        }
      },
    },
  },
});

// Nobody looks at the frames of these pages: the next one is the next turn.
window.requestAnimationFrame = (draw) => {
  underway += 1;
  return window.setTimeout(() => {
    underway -= 1;
    happened += 1;
    draw(performance.now());
  });
};
window.cancelAnimationFrame = (id) => {
  window.clearTimeout(id);
  underway -= 1;
};

new MutationObserver(() => {
  happened += 1;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Turns of the event loop in which nothing happens. */
const CALM = 3;

/** Resolves once the page is at rest; a page that never is by itself, after about a second. */
export async function settle(): Promise<void> {
  for (let calm = 0, turns = 0; calm < CALM && turns < 1000; ) {
    const before = happened;
    await act(() => new Promise((done) => setTimeout(done)));
    calm = happened === before && underway === 0 && outside === 0 ? calm + 1 : 0;
    if (outside === 0) turns += 1;
  }
}
