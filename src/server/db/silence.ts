/**
 * A database that keeps its connections open and says nothing: frozen, or behind a network that swallows. The first
 * statement without an answer finds out, after the longest time that one gets; from then on nobody is kept waiting, until
 * the database answers again.
 *
 * What was cut off may still lie in the database's sockets and run once it wakes. Before anybody is served again, those
 * connections are ended, so what became of their statements is decided and a request can be repeated safely.
 */
import type pg from 'pg';
import type { Logger } from 'pino';
import { SilentError } from './failures.ts';

export interface Silence {
  /** Throws `SilentError` while the database is known to be silent. */
  check(): void;
  isOn(): boolean;
  /** The database did not answer on this connection, which is given up. */
  begins(client?: pg.PoolClient): void;
  close(): void;
}

export interface SilenceOptions {
  /** A connection of its own, not yet connected; gives up connecting by itself. */
  readonly client: () => pg.Client;
  /** Told when the database fell silent, and when it answers again. */
  readonly onChange?: (isSilent: boolean) => void;
  /** Longest time to wait for a given-up connection to end, milliseconds. */
  readonly patience: number;
}

const AGAIN_MILLISECONDS = 100;

/** Ends what is left of given-up connections; waits until it is gone. */
const END = `SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity
  WHERE pid = ANY($1::int[]) AND usename = current_user AND application_name = 'foyer'`;

export function watchSilence({ client, onChange, patience }: SilenceOptions): Silence {
  let closed = false;
  let silent = false;
  const givenUp = new Set<number>();

  /** Resolves once the database answered and nothing of what was given up is left. Rejects when it is still silent. */
  async function ask(): Promise<void> {
    const asking = client();
    try {
      await asking.connect();
      while (givenUp.size > 0) {
        const pids = [...givenUp];
        await within(2 * patience, asking.query(END, [pids, patience]));
        for (const pid of pids) givenUp.delete(pid);
      }
    } finally {
      // Not waited for: a connection that says nothing does not say goodbye either.
      void asking.end().catch(() => undefined);
    }
  }

  async function waitForAnswer(): Promise<void> {
    while (!closed) {
      try {
        await ask();
        break;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLISECONDS));
      }
    }
    silent = false;
    if (!closed) onChange?.(false);
  }

  return {
    check() {
      if (silent) throw new SilentError();
    },
    isOn: () => silent,
    begins(lost) {
      const { processID } = (lost ?? {}) as { processID?: number | null };
      if (typeof processID === 'number') givenUp.add(processID);
      if (silent || closed) return;
      silent = true;
      onChange?.(true);
      void waitForAnswer();
    },
    close() {
      closed = true;
    },
  };
}

/**
 * What `work` gives, or `SilentError` after so many milliseconds without it. Where this process itself stood still, what
 * came meanwhile is read first.
 */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => setImmediate(() => reject(new SilentError())));
    }, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Tells the log when a database fell silent, and when it answers again. */
export const tellSilence =
  (logger: Logger) =>
  (isSilent: boolean): void => {
    if (isSilent) logger.error('the database does not answer on open connections; requests that need it are refused');
    else logger.warn('the database answers again');
  };
