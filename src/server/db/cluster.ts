/** One PostgreSQL cluster on disk and its server process; used by the supervisor only. */
import { type ChildProcess, execFile, type PromiseWithChild, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clusterDirectory, own, type Programs, programs, type RunAs, runAs, socketDirectory } from './binaries.ts';
import { newClient } from './client.ts';
import { endLeftover } from './leftover.ts';

const run = promisify(execFile);
export const USER = 'foyer';
const DATABASE = 'foyer';
const LOG_LIMIT = 10 * 1024 * 1024;

export interface ClusterOptions {
  /** Absolute directory that holds the cluster, its password and the supervisor's files. */
  readonly dataDir: string;
  /** Off only in tests, where losing the data costs nothing. */
  readonly fsync: boolean;
  /** Gives the start up: what was begun is ended, and the start rejects. */
  readonly signal?: AbortSignal;
}

export interface Cluster {
  readonly port: number;
  /** Directory of its Unix socket; absent where there is none. */
  readonly socket?: string;
  readonly pid: number;
  /** Resolves when the server process ends, however that came. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop(): Promise<void>;
}

/** Makes the cluster when there is none, ends a server that an earlier supervisor left behind, and starts a new one. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const as = await runAs();
  const binaries = await programs(as);
  const directory = await clusterDirectory(options.dataDir, as);
  const data = join(directory, 'data');
  const file = passwordFile(options.dataDir);
  // Made anew it would be another than the cluster's.
  if (existsSync(data) && !existsSync(file)) throw new Error(`The file ${file} is missing. ${PUT_BACK}`);
  const password = databasePassword(options.dataDir);
  if (!existsSync(data)) await initialise(binaries, as, directory, password, options);
  await endLeftover(data);
  const socket = await socketDirectory(directory, as);
  const log = openLog(join(options.dataDir, 'postgres.log'));
  try {
    return await launch(binaries, as, { data, ...(socket === undefined ? {} : { socket }) }, password, options, log);
  } finally {
    closeSync(log);
  }
}

const passwordFile = (dataDir: string): string => join(dataDir, 'database-password');
const PUT_BACK = 'It holds the password of the embedded database: put back the one of the same backup as postgres/.';

/** The cluster's password, made once and readable by the present user only. */
export function databasePassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  try {
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}

async function initialise(
  binaries: Programs,
  as: RunAs,
  directory: string,
  password: string,
  options: ClusterOptions,
): Promise<void> {
  // Made beside its place and renamed, so that a kill in the middle leaves no half cluster that looks whole.
  const fresh = join(directory, 'data.new');
  const secret = await mkdtemp(join(tmpdir(), 'foyer-init-'));
  const handed = join(secret, 'password');
  try {
    await writeFile(handed, `${password}\n`, { mode: 0o600 });
    await own(handed, as);
    await own(secret, as);
    const common = [
      `--pgdata=${fresh}`,
      `--username=${USER}`,
      `--pwfile=${handed}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--no-instructions',
      ...(options.fsync ? [] : ['--no-sync']),
    ];
    // A system without the C.UTF-8 locale has PostgreSQL's own of that name.
    const locales = [['--locale=C.UTF-8'], ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']];
    for (const [index, locale] of locales.entries()) {
      rmSync(fresh, { recursive: true, force: true });
      let making: PromiseWithChild<unknown> | undefined;
      try {
        making = run(binaries.initdb, [...common, ...locale], {
          ...as,
          cwd: '/',
          env: environment(),
          ...(options.signal ? { signal: options.signal } : {}),
        });
        await making;
        break;
      } catch (error) {
        // Given up, it rejects before its process has ended, which writes where the next one makes its own.
        if (making && isRunning(making.child)) await once(making.child, 'exit');
        if (index === locales.length - 1 || options.signal?.aborted) throw error;
      }
    }
    renameSync(fresh, join(directory, 'data'));
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** PostgreSQL's own messages in English, and none of our settings in its environment. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LC_ALL: 'C',
    TZ: 'UTC',
    ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
  };
}

function openLog(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

interface Where {
  readonly data: string;
  /** Directory of the Unix socket. */
  readonly socket?: string;
}

async function launch(
  binaries: Programs,
  as: RunAs,
  where: Where,
  password: string,
  options: ClusterOptions,
  log: number,
): Promise<Cluster> {
  const remembered = join(options.dataDir, 'database-port');
  let reason = 'it ended at once';
  for (let attempt = 0; attempt < 3; attempt += 1) {
    // The same port as last time where possible, so that a pool outlives a restart of the supervisor.
    const port = await freePort(attempt === 0 ? readPort(remembered) : 0);
    options.signal?.throwIfAborted();
    const child = spawn(binaries.postgres, flags(where, port, options.fsync), {
      ...as,
      cwd: '/',
      env: environment(),
      stdio: ['ignore', log, log],
    });
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', (error) => {
        reason = error.message;
        resolve();
      });
    });
    const giveUp = (): void => void child.kill('SIGINT');
    options.signal?.addEventListener('abort', giveUp);
    try {
      if (await answers(port, password, passwordFile(options.dataDir), ended)) {
        remember(remembered, port);
        const { socket } = where;
        const pid = child.pid ?? 0;
        return { port, ...(socket === undefined ? {} : { socket }), pid, ended, stop: () => stop(child, ended) };
      }
      await stop(child, ended);
    } catch (error) {
      await stop(child, ended);
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', giveUp);
    }
  }
  throw new Error(`The embedded PostgreSQL did not start (${reason}); see ${join(options.dataDir, 'postgres.log')}.`);
}

function flags({ data, socket }: Where, port: number, fsync: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket ?? '',
    max_connections: '120',
    shared_buffers: '128MB',
    // Neither statements nor the values that broke a constraint belong in a log: they hold identifiers.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // A statement whose client was killed ends soon, so the next start does not wait for its locks.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    fsync: fsync ? 'on' : 'off',
    ...(fsync ? {} : { synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function remember(file: string, port: number): void {
  if (readPort(file) === port) return;
  try {
    writeFileSync(file, String(port), { mode: 0o600 });
  } catch {
    // A full disk: the next start finds another port.
  }
}

function readPort(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** `invalid_authorization_specification` and `invalid_password`: asking again changes nothing. */
const REFUSED = ['28000', '28P01'];

/**
 * Waits until the server takes connections (recovery after a crash included), then makes the database on first start.
 * @throws where the password is not the cluster's
 */
async function answers(port: number, password: string, file: string, ended: Promise<void>): Promise<boolean> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const deadline = Date.now() + 60000;
  while (!over && Date.now() < deadline) {
    const client = newClient({ host: '127.0.0.1', port, user: USER, password, database: 'postgres' });
    try {
      await client.connect();
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      return true;
    } catch (error) {
      if (REFUSED.includes(String((error as { code?: unknown }).code)))
        throw new Error(`The password in ${file} is not the one of the data beside it. ${PUT_BACK}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGINT');
  const hard = setTimeout(() => child.kill('SIGQUIT'), 8000);
  await ended;
  clearTimeout(hard);
}
