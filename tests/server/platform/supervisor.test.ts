/** The embedded database outlives its API and never becomes an orphan. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readNote } from '../../../src/server/db/control.ts';
import { DataDirectoryHeldError, openEmbedded } from '../../../src/server/db/embedded.ts';
import { openPool } from '../../../src/server/db/pool.ts';
import { PlainError } from '../../../src/server/plain-error.ts';
import { writeRelease } from './fixture.ts';
import { lives, processesOf, until } from './process.ts';

const directory = mkdtempSync(join(tmpdir(), 'foyer-supervisor-'));
// As an ordinary checkout is: passable for PostgreSQL's user.
chmodSync(directory, 0o755);
const dataDir = join(directory, 'data');
const options = { dataDir, graceSeconds: 2 };
const postmaster = (): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** What PostgreSQL does for whoever is connected to it. */
const connectionsTo = (folder: string): readonly string[] => {
  const file = join(folder, 'postgres/data/postmaster.pid');
  if (!existsSync(file)) return [];
  const parent = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return execFileSync('ps', ['-eo', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number.parseInt(line, 10) === parent && line.includes('postgres: foyer '));
};

afterAll(async () => {
  const last = await openEmbedded(options);
  await last.stop();
  rmSync(directory, { recursive: true, force: true });
});

it('makes a cluster in UTF-8 and a plain order, as an unprivileged user, with its secrets to itself', async () => {
  const embedded = await openEmbedded(options);
  const db = openPool({ connection: embedded.connection });
  expect(
    await db.query(
      "SELECT datcollate, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = 'foyer'",
    ),
  ).toEqual([{ datcollate: 'C.UTF-8', encoding: 'UTF8' }]);
  expect(await db.query('SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await db.query('SELECT inet_server_addr() AS address')).toEqual([{ address: null }]);
  await db.close();
  expect(embedded.connection.host).toBe(realpathSync(join(dataDir, 'postgres', 'socket')));
  expect(statSync(embedded.connection.host).mode & 0o077).toBe(0);
  for (const file of ['database-password', 'supervisor.json', 'supervisor.log', 'postgres.log']) {
    expect([file, statSync(join(dataDir, file)).mode & 0o077]).toEqual([file, 0]);
  }
  const owner = execFileSync('ps', ['-o', 'uid=', '-p', String(postmaster())], { encoding: 'utf8' }).trim();
  expect(Number(owner)).toBeGreaterThan(0);
  embedded.release();
});

it('is adopted by the next owner, while the one before lets go without a word', async () => {
  const first = await openEmbedded(options);
  const pid = postmaster();
  const supervisor = first.supervisor();
  // What the kernel does when a process is killed: the connection closes, nothing is said.
  first.release();
  const second = await openEmbedded(options);
  expect([second.supervisor(), postmaster()]).toEqual([supervisor, pid]);
  second.release();
});

it('refuses a second owner and names the first', async () => {
  const first = await openEmbedded(options);
  const refusal = openEmbedded(options);
  await expect(refusal).rejects.toThrow(DataDirectoryHeldError);
  await expect(refusal).rejects.toThrow(String(process.pid));
  first.release();
});

it('stops when nobody adopts it', async () => {
  const owner = await openEmbedded(options);
  const [supervisor, pid] = [owner.supervisor(), postmaster()];
  owner.release();
  await until(() => !lives(supervisor) && !lives(pid));
  expect(readNote(dataDir)).toBeUndefined();
});

it('starts PostgreSQL again on the same port when it dies, and the pool heals by itself', async () => {
  const owner = await openEmbedded(options);
  const db = openPool({ connection: owner.connection, patience: 20000 });
  await db.query('CREATE TABLE IF NOT EXISTS kept (n int)');
  await db.query('INSERT INTO kept VALUES (1)');
  process.kill(postmaster(), 'SIGKILL');
  expect(await db.query('SELECT n FROM kept')).toEqual([{ n: 1 }]);
  await db.close();
  owner.release();
});

it('is found again when the supervisor itself is killed: its PostgreSQL is ended and started anew', async () => {
  const events: string[] = [];
  const owner = await openEmbedded({ ...options, onEvent: (event) => events.push(event) });
  const pid = postmaster();
  process.kill(owner.supervisor(), 'SIGKILL');
  await until(() => events.includes('found'));
  expect(events).toEqual(['lost', 'found']);
  expect(lives(pid)).toBe(false);
  const db = openPool({ connection: owner.connection });
  expect(await db.query('SELECT n FROM kept')).toEqual([{ n: 1 }]);
  await db.close();
  owner.release();
});

it('survives starting many at once: one owner, no second supervisor', async () => {
  const starts = await Promise.allSettled(Array.from({ length: 4 }, () => openEmbedded(options)));
  const won = starts.filter((start) => start.status === 'fulfilled');
  expect(won).toHaveLength(1);
  for (const start of starts)
    if (start.status === 'rejected') expect(start.reason).toBeInstanceOf(DataDirectoryHeldError);
  await won[0]?.value.stop();
  expect(existsSync(join(dataDir, 'supervisor.json'))).toBe(false);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('supervisor.json'))).toEqual([]);
});

it('makes the cluster anew when the first making was cut off', async () => {
  const fresh = join(directory, 'cut-off');
  const owner = await openEmbedded({ ...options, dataDir: fresh });
  await owner.stop();
  const cluster = join(fresh, 'postgres');
  // A kill during initdb leaves a directory of another name, never a half `data`.
  rmSync(join(cluster, 'data'), { recursive: true });
  execFileSync('sh', ['-c', `mkdir -p "${cluster}/data.new/base" && echo 18 > "${cluster}/data.new/PG_VERSION"`]);
  const again = await openEmbedded({ ...options, dataDir: fresh });
  const db = openPool({ connection: again.connection });
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
  await again.stop();
});

describe('with a password that is not the one of its data', () => {
  const lost = join(directory, 'lost');
  const file = join(lost, 'database-password');
  const start = () => openEmbedded({ ...options, dataDir: lost });

  it.each<[string, () => void, RegExp]>([
    ['the file is gone', () => rmSync(file), /^The file \S+database-password is missing\. .*same backup as postgres\//],
    [
      'the file is of another installation',
      () => writeFileSync(file, 'another'),
      /^The password in \S+database-password is not the one of the data beside it\. .*same backup/,
    ],
  ])('%s: it says so at once, makes no other, and goes on once it is put back', async (_name, damage, told) => {
    await (await start()).stop();
    const kept = readFileSync(file);
    damage();
    const damaged = existsSync(file);
    const since = Date.now();
    const refused = start();
    await expect(refused).rejects.toThrow(told);
    await expect(refused).rejects.toBeInstanceOf(PlainError);
    expect([Date.now() - since < 20000, existsSync(file)]).toEqual([true, damaged]);
    await until(() => processesOf(lost).length === 0);
    writeFileSync(file, kept);
    await (await start()).stop();
  });
});

describe('told to stop while it starts', () => {
  const moments: readonly [string, (folder: string) => boolean][] = [
    ['as soon as it is there', () => true],
    ['while the cluster is made', (folder) => processesOf(folder).some((line) => line.includes('initdb'))],
    ['while PostgreSQL comes up', (folder) => existsSync(join(folder, 'postgres/data/postmaster.pid'))],
    [
      'while it makes its database there, or right after',
      (folder) =>
        connectionsTo(folder).some((line) => line.includes('CREATE')) || existsSync(join(folder, 'database-port')),
    ],
  ];

  it.each(moments)('%s, it leaves no process behind', async (name, isNow) => {
    const folder = join(directory, name.replaceAll(' ', '-'));
    const args = ['--import', 'tsx', 'src/server/db/supervisor.ts', folder, 'one', 'on', '15'];
    const supervisor = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = new Promise((done) => supervisor.once('exit', done));
    await until(() => readNote(folder) !== undefined && isNow(folder));
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(processesOf(folder)).toEqual([]);
    // Whoever comes next finds nothing in the way.
    const owner = await openEmbedded({ ...options, dataDir: folder });
    await owner.stop();
  });

  it.each(moments)(
    'with the server that asked for it, %s, too, and long before its grace is over',
    async (name, isNow) => {
      const folder = join(directory, `server-${name.replaceAll(' ', '-')}`);
      const distDir = join(directory, 'dist');
      writeRelease(distDir, 'one');
      const server = spawn(process.execPath, ['--import', 'tsx', 'tests/server/platform/program.ts'], {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, DIST_DIR: distDir, PORT: '0' },
        stdio: 'ignore',
      });
      const ended = new Promise((done) => server.once('exit', done));
      await until(() => readNote(folder) !== undefined && isNow(folder));
      // As soon as the server has its connection to it.
      await new Promise((next) => setTimeout(next, 150));
      server.kill('SIGTERM');
      expect(await ended).toBe(0);
      const since = Date.now();
      await until(() => processesOf(folder).length === 0);
      expect(Date.now() - since).toBeLessThan(10000);
    },
  );
});

it('works below a private directory, with the cluster where PostgreSQL can reach it', async () => {
  const closed = join(directory, 'private');
  mkdirSync(closed, { mode: 0o700 });
  const owner = await openEmbedded({ ...options, dataDir: join(closed, 'data') });
  const db = openPool({ connection: owner.connection });
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
  await owner.stop();
  rmSync(realpathSync(join(closed, 'data', 'postgres')), { recursive: true });
});

it('starts beside the socket lock of a killed server whose process id is somebody else by now', async () => {
  const left = join(directory, 'left');
  const owner = await openEmbedded({ ...options, dataDir: left });
  const { host, port } = owner.connection;
  await owner.stop();
  mkdirSync(host, { recursive: true });
  writeFileSync(
    join(host, `.s.PGSQL.${port}.lock`),
    `${process.pid}\n${join(left, 'postgres', 'data')}\n0\n${port}\n${host}\n`,
  );
  const again = await openEmbedded({ ...options, dataDir: left });
  const db = openPool({ connection: again.connection });
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
  await again.stop();
});

it('has its socket elsewhere where its directory has a long name', async () => {
  const long = join(directory, 'a-folder-with-quite-a-long-name'.repeat(3), 'data');
  const owner = await openEmbedded({ ...options, dataDir: long });
  expect(owner.connection.host).toMatch(/^\/tmp\/foyer-[0-9a-f]{16}$/);
  const db = openPool({ connection: owner.connection });
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
  await owner.stop();
  rmSync(owner.connection.host, { recursive: true, force: true });
});
