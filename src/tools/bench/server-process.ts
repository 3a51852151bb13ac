/** Runs the server as `npm start` does, with a data folder of its own, and kills it when told to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { distFolder } from './release.ts';

export interface ServerOptions {
  readonly port: number;
  /** Folder of the embedded database; made when it is not there. */
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Repository whose data is served and watched; this one's release, unwatched, where it is left out. */
  readonly root?: string;
}

export interface RunningServer {
  readonly pid: number;
  /** Milliseconds from the start of the process until it said that it is ready. */
  readonly readyAfter: number;
  /** Resolves with the exit code, or the signal, when the process is gone. */
  readonly ended: Promise<number | string | null>;
  /** kill -9 of the API's process; the database's supervisor lives on. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves when the process is gone. */
  stop(): Promise<void>;
}

/** Whether the server says that it is ready. */
export function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.end();
  });
}

/**
 * What every bench sets: this machine is the proxy, so that callers can come from many addresses, and the limit per
 * address is not what is measured.
 */
const environment = { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', NODE_ENV: 'development' };

/** Starts the server and waits until it is ready. Rejects with the end of its log when it ends or takes over `patience` ms. */
export async function startServer(options: ServerOptions, patience = 120000): Promise<RunningServer> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const log = join(dataDir, '..', `server-${options.port}.log`);
  const output = openSync(log, 'a');
  const since = performance.now();
  const { root } = options;
  const watching = root === undefined ? [] : ['--watch'];
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'src/server/start.ts', ...watching], {
    ...(root === undefined ? {} : { cwd: root }),
    env: {
      ...process.env,
      ...environment,
      ...(root === undefined ? { DIST_DIR: resolve(distFolder()) } : {}),
      PORT: String(options.port),
      DATA_DIR: dataDir,
      ...options.environment,
    },
    stdio: ['ignore', output, output],
  });
  // A bench that is broken off leaves no server behind.
  const takeAlong = (): boolean => child.kill('SIGTERM');
  process.on('exit', takeAlong);
  const gone = new Promise<number | string | null>((done) =>
    child.once('exit', (code, signal) => {
      process.off('exit', takeAlong);
      done(code ?? signal);
    }),
  );
  const stopped = (): boolean => child.exitCode !== null || child.signalCode !== null;
  while (!(await isReady(options.port))) {
    if (stopped() || performance.now() - since > patience) {
      child.kill('SIGKILL');
      throw new Error(`The server did not become ready. The end of ${log}:\n${readFileSync(log, 'utf8').slice(-2000)}`);
    }
    await new Promise((next) => setTimeout(next, 20));
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (!stopped()) child.kill(signal);
    await gone;
  };
  return {
    pid: child.pid ?? 0,
    readyAfter: performance.now() - since,
    ended: gone,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Removes what an earlier bench left in a folder below `.cache`. */
export function freshFolder(name: string): string {
  const folder = resolve('.cache/bench', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
