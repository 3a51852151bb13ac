/** Asking again and again how it stands with a code, as long as it lives and somebody looks. */
import type { Clock } from '../browser/clock.ts';

/** After this long, polling slows down. */
const PATIENCE = 60_000;
const SLOW = 5_000;
/** An answer that takes longer is no longer waited for before asking again. */
const HUNG = 10_000;
/** How long the last answer may take before the code counts as expired. */
const LAST = 2_000;

export interface Polling {
  readonly clock: Clock;
  /** ms that the code lives. */
  readonly life: number;
  /** ms between an answer and the next question. */
  readonly interval: number;
  /** Asks once; resolves when the answer has had its effect. One that `isStale` refuses has none. */
  ask(isStale: () => boolean): Promise<void>;
  /** Whether there is still something to wait for. */
  isOpen(): boolean;
  onExpired(): void;
}

/** Starts asking; gives the function that stops it. An answer that was overtaken by a later one has no effect. */
export function startPolling({ clock, life, interval, ask, isOpen, onExpired }: Polling): () => void {
  const start = clock.now();
  let stopped = false;
  let asked = 0;
  let answered = 0;
  let cancel: () => void = () => {};
  const later = (ms: number, work: () => void): void => {
    cancel();
    cancel = clock.after(ms, work);
  };
  const question = async (): Promise<boolean> => {
    asked += 1;
    const turn = asked;
    await ask(() => {
      if (stopped || turn < answered || !isOpen()) return true;
      answered = turn;
      return false;
    });
    return !stopped && turn === asked;
  };
  const expire = (): void => {
    if (!stopped && isOpen()) onExpired();
  };
  const tick = (): void => {
    const age = clock.now() - start;
    if (age >= life) {
      // What was decided in the last moment still counts.
      later(LAST, expire);
      void question().then((isLast) => isLast && expire());
      return;
    }
    if (clock.isHidden()) return;
    const wait = Math.min(age < PATIENCE ? interval : SLOW, life - age);
    later(Math.min(HUNG, life - age), tick);
    void question().then((isLast) => isLast && later(wait, tick));
  };
  later(interval, tick);
  const unwatch = clock.onVisibility(() => clock.isHidden() || tick());
  return () => {
    stopped = true;
    cancel();
    unwatch();
  };
}
