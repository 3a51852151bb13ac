/**
 * Threads of our own for Argon2id. In Node's own threads hashing would take the place of files and names of hosts, of which
 * there are four by default however many processors there are, and would compete with everything else on even terms.
 */
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** Milliseconds after which a thread without work ends. */
const IDLE = 60_000;

type Work = { readonly value: string } & ({ readonly options: Options } | { readonly stored: string });
type Answer = { readonly id: number; readonly result: unknown } | { readonly id: number; readonly error: string };

interface Thread {
  readonly worker: Worker;
  /** What it works at, by number. */
  readonly pending: Map<number, { resolve(result: unknown): void; reject(error: Error): void }>;
  idle?: NodeJS.Timeout;
}

export interface HashThreads {
  /** Rejects with what Argon2 complains of. */
  hash: (value: string, options: Options) => Promise<string>;
  /** Whether `value` is what `stored` was made of. Rejects when `stored` is no hash. */
  verify(stored: string, value: string): Promise<boolean>;
}

/** Threads start when they are needed, and let the process end when it has nothing else to do. */
export function createHashThreads(): HashThreads {
  const threads = new Set<Thread>();
  let count = 0;

  function rest(thread: Thread): void {
    thread.worker.unref();
    thread.idle = setTimeout(() => {
      threads.delete(thread);
      void thread.worker.terminate();
    }, IDLE).unref();
  }

  function start(): Thread {
    const worker = new Worker(new URL('hash-thread.js', import.meta.url), { execArgv: [] });
    const thread: Thread = { worker, pending: new Map() };
    const end = (error: Error): void => {
      threads.delete(thread);
      clearTimeout(thread.idle);
      for (const { reject } of thread.pending.values()) reject(error);
      thread.pending.clear();
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`A hashing thread ended with ${code}.`)));
    worker.on('message', (answer: Answer) => {
      const waiting = thread.pending.get(answer.id);
      thread.pending.delete(answer.id);
      if (thread.pending.size === 0) rest(thread);
      if ('error' in answer) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer.result);
    });
    threads.add(thread);
    return thread;
  }

  function run(work: Work): Promise<unknown> {
    const thread = [...threads].find(({ pending }) => pending.size === 0) ?? start();
    clearTimeout(thread.idle);
    thread.worker.ref();
    count += 1;
    const id = count;
    return new Promise((resolve, reject) => {
      thread.pending.set(id, { resolve, reject });
      thread.worker.postMessage({ id, ...work });
    });
  }

  return {
    hash: (value, options) => run({ value, options }) as Promise<string>,
    verify: (stored, value) => run({ value, stored }) as Promise<boolean>,
  };
}

export const hashThreads: HashThreads = createHashThreads();
