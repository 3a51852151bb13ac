/** The process that watches the data under `npm start`, and what it and the server tell each other. */
import { fork } from 'node:child_process';

export type FromWatcher =
  | { readonly release: string }
  /** Texts `file:line:column  what  what to write instead`; empty once all are mended. */
  | { readonly faults: readonly string[] }
  /** Edits are taken quickly from now on. */
  | { readonly ready: true };

export interface ToWatcher {
  /** Lines whose pages are open. */
  readonly open: readonly string[];
}

export interface Watching {
  /** Says which lines have open pages. */
  open(lines: readonly string[]): void;
  stop(): void;
}

const PROGRAM = new URL('../../tools/watch.ts', import.meta.url);

/** Starts watching. Ends with this process. */
export function startWatching(distDir: string, onMessage: (message: FromWatcher) => void): Watching {
  const child = fork(PROGRAM, [distDir], { execArgv: ['--import', 'tsx'] });
  child.on('message', onMessage);
  child.on('exit', (code) => {
    if (code) process.stderr.write('Nothing watches the data any more, for the reason told above. Start again.\n');
  });
  return {
    open: (lines) => {
      if (child.connected) child.send({ open: lines } satisfies ToWatcher, () => undefined);
    },
    stop: () => void child.kill(),
  };
}
