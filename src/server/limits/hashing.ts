/**
 * The queue before password hashing. Hashing saturates the processor by design, so more at once only waits longer:
 * a few run, some wait for at most a second, the rest are told to come back. A flood takes its time before and behind the
 * queue, too.
 */
import { availableParallelism } from 'node:os';

/** More password hashing is asked for than fits in the wait; HTTP answers 429 with Retry-After. */
export class OverloadedError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('Too many sign-ins at once.');
    this.name = 'OverloadedError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface HashQueueOptions {
  /** How many run at once. */
  readonly running: number;
  /** Longest wait, milliseconds. */
  readonly patience: number;
}

export interface HashQueue {
  /** Runs one hashing when its turn comes. Rejects with `OverloadedError` when that would be too late. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether one that came now would be refused at once, so that nothing need be done for it first. */
  isFull(): boolean;
  /** Running and waiting now. */
  size(): { running: number; waiting: number };
}

interface Waiting {
  readonly start: () => void;
  readonly giveUp: NodeJS.Timeout;
}

export function createHashQueue({ running: slots, patience }: HashQueueOptions): HashQueue {
  const line: Waiting[] = [];
  let running = 0;
  // How long one takes, smoothed; the guess before the first is an ordinary server's.
  let typical = 25;

  /** A slot that becomes free goes to the first in line; only without one is it free for newcomers. */
  function handOver(): void {
    const first = line.shift();
    if (!first) {
      running -= 1;
      return;
    }
    clearTimeout(first.giveUp);
    first.start();
  }

  // Those before it already fill the wait.
  const isFull = (): boolean => running >= slots && (line.length / slots) * typical > patience;

  function turn(): Promise<void> {
    if (running < slots) {
      running += 1;
      return Promise.resolve();
    }
    if (isFull()) return Promise.reject(new OverloadedError(1));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        giveUp: setTimeout(() => {
          line.splice(line.indexOf(waiting), 1);
          reject(new OverloadedError(1));
        }, patience),
      };
      line.push(waiting);
    });
  }

  return {
    isFull,
    size: () => ({ running, waiting: line.length }),
    async run(work) {
      await turn();
      const since = performance.now();
      try {
        return await work();
      } finally {
        typical += (performance.now() - since - typical) * 0.1;
        handOver();
      }
    },
  };
}

/** The one queue of this process: the processor it protects is the process's too. */
export const hashQueue: HashQueue = createHashQueue({ running: Math.max(2, availableParallelism()), patience: 1000 });
