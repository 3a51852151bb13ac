/** The API's side of the embedded database: find or start its supervisor, hold the lease, get it back when lost. */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeDataDir } from '../data-dir.ts';
import { PlainError } from '../plain-error.ts';
import { databasePassword, USER } from './cluster.ts';
import { ask, open, readNote } from './control.ts';

/** Another server already works on this data directory. */
export class DataDirectoryHeldError extends PlainError {
  readonly holder: number;
  constructor(dataDir: string, holder: number) {
    super(`The data in ${dataDir} is in use by the server with process id ${holder}. Stop that one, or set DATA_DIR.`);
    this.name = 'DataDirectoryHeldError';
    this.holder = holder;
  }
}

/** How to reach a database; `password` never goes into a log. */
export interface Connection {
  /** An address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

export interface EmbeddedDatabase {
  readonly connection: Connection;
  /** Process id of the supervisor. */
  supervisor(): number;
  /** Stops PostgreSQL and its supervisor; resolves when all is on disk and both are gone. */
  stop(): Promise<void>;
  /** Lets go without stopping: the supervisor waits its grace for the next owner. */
  release(): void;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** `many` lets several processes share one cluster, for tests. */
  readonly owners?: 'one' | 'many';
  readonly fsync?: boolean;
  /** Seconds that the supervisor waits for a next owner. */
  readonly graceSeconds?: number;
  /** Gives the opening up: a supervisor that it started is told to stop. */
  readonly signal?: AbortSignal;
  /** Told when the supervisor was lost and found again, or could not be. */
  readonly onEvent?: (event: 'lost' | 'found' | 'failed', error?: unknown) => void;
}

const START_SECONDS = 90;

/**
 * Gives the running embedded database of a data directory, started or adopted. Rejects with `DataDirectoryHeldError`, and
 * with the reason of `signal`.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  makeDataDir(dataDir);
  // Given up by whoever asked, or because it is over: nobody takes a lease then, and no supervisor is started for one.
  const over = new AbortController();
  const end = (): void => over.abort(options.signal?.reason);
  if (options.signal?.aborted) end();
  options.signal?.addEventListener('abort', end);
  let lease = await takeLease(dataDir, options, over.signal).finally(() =>
    options.signal?.removeEventListener('abort', end),
  );
  const watch = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    socket.resume();
    socket.once('close', () => {
      if (over.signal.aborted) return;
      options.onEvent?.('lost');
      takeLease(dataDir, options, over.signal).then(
        (again) => {
          if (over.signal.aborted) return again.socket.destroy();
          lease = again;
          watch(again.socket);
          options.onEvent?.('found');
        },
        (error: unknown) => over.signal.aborted || options.onEvent?.('failed', error),
      );
    });
  };
  watch(lease.socket);
  return {
    connection: {
      host: lease.host,
      port: lease.port,
      user: USER,
      password: databasePassword(dataDir),
      database: 'foyer',
    },
    supervisor: () => lease.pid,
    release: () => {
      over.abort();
      lease.socket.destroy();
    },
    stop: async () => {
      over.abort();
      const note = readNote(dataDir);
      if (note) await ask(note, { want: 'stop', pid: process.pid }).catch(() => undefined);
      lease.socket.destroy();
    },
  };
}

interface Lease {
  readonly port: number;
  readonly host: string;
  readonly pid: number;
  readonly socket: Socket;
}

async function takeLease(dataDir: string, options: EmbeddedOptions, signal: AbortSignal): Promise<Lease> {
  const deadline = Date.now() + START_SECONDS * 1000;
  let child: Started = { running: false };
  let starts = 0;
  while (signal.aborted || Date.now() < deadline) {
    const note = readNote(dataDir);
    const reached = note && (await open(note, { want: 'lease', pid: process.pid }, signal).catch(() => undefined));
    if (signal.aborted) {
      reached?.socket.destroy();
      child.stop?.();
      throw signal.reason;
    }
    if (reached) {
      const { answer, socket } = reached;
      if (answer.state === 'ready')
        return { port: answer.port, host: answer.socket ?? '127.0.0.1', pid: answer.pid, socket };
      socket.destroy();
      if (answer.state === 'refused') throw new DataDirectoryHeldError(dataDir, answer.holder);
      if (answer.state === 'failed') throw new PlainError(answer.reason);
    } else if (!child.running) {
      if (child.failed && starts >= 3) throw new PlainError(child.failed);
      child = startSupervisor(dataDir, options);
      starts += 1;
    }
    await new Promise((next) => setTimeout(next, 40));
  }
  throw new PlainError(
    `The embedded database did not start within ${START_SECONDS} s; see ${join(dataDir, 'supervisor.log')}.`,
  );
}

/** Compiled, Node runs it by itself; in development through tsx, as the rest. */
function loader(script: string): string[] {
  if (extname(script) === '.js') return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}

/** A supervisor that this process started. */
interface Started {
  running: boolean;
  /** Its last words, once it ended. */
  failed?: string;
  stop?(): void;
}

function startSupervisor(dataDir: string, options: EmbeddedOptions): Started {
  const here = fileURLToPath(import.meta.url);
  const script = join(dirname(here), `supervisor${extname(here)}`);
  const logFile = join(dataDir, 'supervisor.log');
  const log = openSync(logFile, 'a', 0o600);
  const args = [
    dataDir,
    options.owners ?? 'one',
    options.fsync === false ? 'off' : 'on',
    String(options.graceSeconds ?? 15),
  ];
  const child = spawn(process.execPath, [...loader(script), script, ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: dirname(script),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
    },
  });
  closeSync(log);
  child.unref();
  const watched: Started = { running: true, stop: () => void child.kill() };
  child.once('error', (error) => {
    watched.running = false;
    watched.failed = error.message;
  });
  child.once('exit', (code) => {
    watched.running = false;
    // 3: another start was quicker; its supervisor is found at the next attempt.
    if (code !== 3) watched.failed = lastLine(logFile);
  });
  return watched;
}

function lastLine(file: string): string {
  try {
    const all = readFileSync(file, 'utf8').trim().split('\n');
    return all[all.length - 1] || `The supervisor ended; see ${file}.`;
  } catch {
    return `The supervisor ended, and its log ${file} is gone.`;
  }
}
