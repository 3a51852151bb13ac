/** What keeps a server or a command from starting: one sentence that says what to do, exit code 1, no stack. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { reachDatabase } from '../../../src/server/db/reach.ts';
import { openServer } from '../../../src/server/host.ts';
import { createLogger } from '../../../src/server/http/log.ts';
import { PlainError } from '../../../src/server/plain-error.ts';
import { parseSettings } from '../../../src/server/settings.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';
import { withDatabase } from '../database.ts';
import { writeRelease } from './fixture.ts';
import { TEST_HANDLERS } from './handlers.ts';
import { startProcess } from './process.ts';

const database = withDatabase();
const home = mkdtempSync(join(tmpdir(), 'foyer-failures-'));
const dist = join(home, 'dist');
const dataDir = join(home, 'data');
writeRelease(dist, 'one');
writeRelease(dist, 'two');
writeFileSync(join(home, 'file'), '');
mkdirSync(join(home, 'damaged'));
writeFileSync(join(home, 'damaged/keys.json'), '{"pepper":');

let admin: pg.Client;
let taken: Server;
let takenPort = 0;
/** Databases that nobody else has; their names go with this process. */
const poor = `poor_${process.pid}`;
const half = `half_${process.pid}`;
const foreign = `foreign_${process.pid}`;

beforeAll(async () => {
  admin = new pg.Client({ ...database.connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create role ${poor} login password 'poor'`);
  await admin.query(`create database ${poor}`);
  await admin.query(`create database ${half}`);
  await admin.query(`create database ${foreign}`);
  const owner = new pg.Client({ ...database.connection, database: half });
  await owner.connect();
  await owner.query(`grant create on schema public to ${poor}`);
  await owner.end();
  const client = new pg.Client({ ...database.connection, database: foreign });
  await client.connect();
  await client.query('create table migrations (id serial primary key, name text not null, run_on timestamp not null)');
  await client.query("insert into migrations (name, run_on) values ('0001_of_somebody_else', now())");
  await client.end();
  taken = createServer();
  await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready));
  const address = taken.address();
  takenPort = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  taken.close();
  for (const name of [poor, half, foreign]) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`drop role if exists ${poor}`);
  await admin.end();
  rmSync(home, { recursive: true });
});

type Env = Readonly<Record<string, string>>;

/** A folder with releases, of which something was damaged. */
function damaged(damage: (folder: string) => void): Env {
  const folder = mkdtempSync(join(home, 'dist-'));
  cpSync(dist, folder, { recursive: true });
  damage(folder);
  return { DIST_DIR: folder };
}

const write = (...path: readonly string[]) => {
  const text = path.at(-1) ?? '';
  return (folder: string): void => writeFileSync(join(folder, ...path.slice(0, -1)), text);
};

const at = (change: Partial<Record<'username' | 'password' | 'host' | 'pathname', string>>): Env => ({
  DATABASE_URL: Object.assign(new URL(database.url), change).href,
});

const FAILURES: readonly [name: string, env: () => Env, told: RegExp][] = [
  ['no build', () => ({ DIST_DIR: join(home, 'none') }), /no release to serve: \S+current\.json .* Run npm run build/],
  ['current.json is no JSON', () => damaged(write('current.json', '{"rel')), /names no release. Run npm run build/],
  [
    'current.json names nothing',
    () => damaged(write('current.json', '{}')),
    /or write {"release":"one"} or {"release"/,
  ],
  ['current.json names a path', () => damaged(write('current.json', '{"release":"../x"}')), /names no release/],
  [
    'current.json names a release that was tidied away',
    () => damaged(write('current.json', '{"release":"gone"}')),
    /names the release gone, which is not there\. Run npm run build, or write {"release":"one"} or {"release":"two"}/,
  ],
  [
    'release.json is missing',
    () => damaged((folder) => rmSync(join(folder, 'releases/two/release.json'))),
    /release\.json of the release cannot be read \(ENOENT\)\. Run npm run build/,
  ],
  ['release.json is no JSON', () => damaged(write('releases/two/release.json', 'x')), /release\.json .* is damaged/],
  [
    'a release of another grammar',
    () => damaged(write('releases/two/release.json', '{"grammar":2,"lines":["alpha"]}')),
    /has grammar 2; this server reads 1\. Run npm run build/,
  ],
  [
    'a release without a line',
    () => damaged(write('releases/two/release.json', '{"grammar":1,"lines":[]}')),
    /no line/,
  ],
  [
    "a line's file is missing",
    () => damaged((folder) => rmSync(join(folder, 'releases/two/lines/beta.json'))),
    /beta\.json of the release cannot be read \(ENOENT\)/,
  ],
  ["a line's file is no JSON", () => damaged(write('releases/two/lines/beta.json', '[')), /beta\.json .* is damaged/],
  [
    'a written page is missing',
    () => damaged((folder) => rmSync(join(folder, 'releases/two/pages/alpha/en/sign-in.html'))),
    /sign-in\.html is missing\. Run npm run build/,
  ],
  [
    'PostgreSQL is away',
    () => at({ host: '127.0.0.1:1' }),
    /^PostgreSQL at 127\.0\.0\.1, port 1, database \w+ does not answer \(ECONNREFUSED\)\. Start it, or correct DATABASE_URL/,
  ],
  [
    "PostgreSQL's host is unknown",
    () => at({ host: 'nowhere.invalid' }),
    /^PostgreSQL at nowhere\.invalid.* does not answer \((ENOTFOUND|EAI_AGAIN)\)/,
  ],
  ['another password', () => at({ password: 'other' }), /takes nobody in as DATABASE_URL says .* percent-encoded/],
  ['another user', () => at({ username: 'somebody' }), /takes nobody in as DATABASE_URL says .* Correct user/],
  ['no such database', () => at({ pathname: '/nowhere' }), /database "nowhere" does not exist\. Create that database/],
  [
    'TLS with a PostgreSQL that has none',
    () => ({ DATABASE_URL: `${database.url}?sslmode=require` }),
    /cannot be reached by TLS .* Correct sslmode/,
  ],
  [
    'a role that may not make tables',
    () => at({ username: poor, password: 'poor', pathname: `/${poor}` }),
    /does not let this role make tables .* GRANT CREATE/,
  ],
  [
    'a role that may make tables and no schema',
    () => at({ username: poor, password: 'poor', pathname: `/${half}` }),
    /does not let this role make tables and schemas .* GRANT CREATE/,
  ],
  [
    'a database with migrations of somebody else',
    () => at({ pathname: `/${foreign}` }),
    /migrations of this database are not those of this release .* Set DATABASE_URL to a database of its own/,
  ],
  [
    'the port is in use',
    () => ({ PORT: String(takenPort), HOST: '127.0.0.1' }),
    /port \d+ is in use at 127\.0\.0\.1.* set PORT/,
  ],
  ['the port is in use at localhost', () => ({ PORT: String(takenPort) }), /port \d+ is in use at localhost/],
  [
    'HOST is of another machine',
    () => ({ HOST: '192.0.2.1' }),
    /HOST is 192\.0\.2\.1, which is no address of this machine/,
  ],
  ['HOST is unknown', () => ({ HOST: 'nowhere.invalid' }), /HOST is nowhere\.invalid, which nobody knows/],
  [
    'DATA_DIR is a file',
    () => ({ DATA_DIR: join(home, 'file') }),
    /^DATA_DIR is \S+file, which cannot be made \(ENOTDIR\)/,
  ],
  [
    'DATA_DIR is below a file',
    () => ({ DATA_DIR: join(home, 'file/x') }),
    /^DATA_DIR is .* cannot be made \(ENOTDIR\)/,
  ],
  [
    'DATA_DIR is where nothing can be made',
    () => ({ DATA_DIR: '/proc/foyer/x' }),
    /^DATA_DIR is .* cannot be made \(\w+\)/,
  ],
  [
    'DATA_DIR takes no files',
    () => ({ DATA_DIR: '/proc' }),
    /^DATA_DIR is \/proc, which cannot be written to \(\w+\)\. Set it to a folder that this user may write to/,
  ],
  [
    'the local keys are damaged',
    () => ({ DATA_DIR: join(home, 'damaged') }),
    /keys in \S+keys\.json cannot be read .* Put the file back from a backup/,
  ],
];

const common = (): Env => ({
  DATABASE_URL: database.url,
  DIST_DIR: dist,
  DATA_DIR: dataDir,
  HOST: 'localhost',
  PORT: '0',
});

it.each(FAILURES)('%s: one sentence, and everything is closed again', async (_name, env, told) => {
  const settings = parseSettings({ ...common(), ...env() }, 'start', VENDORS);
  const opened = openServer({ settings, logger: createLogger('silent'), vendors: VENDORS, handlers: TEST_HANDLERS });
  const error: unknown = await opened.then(
    async (server) => {
      await server.stop();
      return 'it started';
    },
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(PlainError);
  const { message } = error as PlainError;
  expect(message).toMatch(told);
  expect(message.split('\n')).toHaveLength(1);
  expect(message).not.toContain(new URL(database.url).password);
});

it('ends the process with the sentence alone', async () => {
  const failed = startProcess({ ...common(), DIST_DIR: join(home, 'none') });
  await expect(failed).rejects.toThrow(/^There is no release to serve: [^\n]+\n$/);
});

const KEYS = Object.fromEntries(
  ['PEPPER', 'COOKIE', 'OUTBOX', 'IDENTIFIER'].map((ring) => [`KEYS_${ring}`, `k1:${'A'.repeat(43)}=`]),
);
const AWAY = /^PostgreSQL at 127\.0\.0\.1, port \d+, database \w+ takes nobody in [^\n]+\n$/;

it.each<[command: string, args: readonly string[], env: () => Env, told: RegExp]>([
  ['db/migrate-command', [], () => at({ password: 'secret' }), AWAY],
  ['db/migrate-command', [], () => ({}), /^DATABASE_URL is missing\. Set it to the database of the service\.\n$/],
  ['db/migrate-command', [], () => ({ DATABASE_URL: 'x' }), /^DATABASE_URL must be an address [^\n]+\n$/],
  ['platform-command', ['status', 'alpha'], () => at({ password: 'secret' }), AWAY],
  ['platform-command', ['status', 'alpha'], () => ({}), /^DATABASE_URL is missing[^\n]+\n$/],
  ['seed-command', [], () => at({ password: 'secret' }), AWAY],
  ['seed-command', [], () => ({ DIST_DIR: '/nowhere' }), /^There is no release to serve[^\n]+\n$/],
  ['erase-command', ['--region', 'domestic', '--login', 'x'], () => at({ password: 'secret' }), AWAY],
  ['enterprise-command', ['reseal'], () => at({ password: 'secret' }), AWAY],
  ['enterprise-command', ['reseal'], () => ({ DATA_DIR: '/proc/foyer' }), /^DATA_DIR is \/proc\/foyer[^\n]+\n$/],
])('%s %j (%#) says so and ends with 1', (command, args, env, told) => {
  const run = spawnSync(process.execPath, ['--import', 'tsx', `src/server/${command}.ts`, ...args], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DIST_DIR: dist,
      DATA_DIR: dataDir,
      SMTP_URL: 'smtp://m',
      ...KEYS,
      ...env(),
    },
  });
  expect([run.status, run.stdout]).toEqual([1, '']);
  expect(run.stderr).toMatch(told);
});

it('keeps no file open that only tried whether one can be written', () => {
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toContain('pepper');
});

/** Speaks just enough of PostgreSQL's protocol to tell a version. */
function postgresOfVersion(number: string, name: string): Server {
  const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int = (bytes: 2 | 4, value: number): Buffer => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeIntBE(value, 0, bytes);
    return buffer;
  };
  const ready = message('Z', Buffer.from('I'));
  const column = (title: string): Buffer =>
    Buffer.concat([Buffer.from(`${title}\0`), int(4, 0), int(2, 0), int(4, 25), int(2, -1), int(4, -1), int(2, 0)]);
  const value = (text: string): Buffer => Buffer.concat([int(4, text.length), Buffer.from(text)]);
  const answer = [
    message('T', int(2, 2), column('number'), column('name')),
    message('D', int(2, 2), value(number), value(name)),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ];
  return createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int(4, 0)), ready]));
      socket.on('data', (chunk) =>
        chunk[0] === 'Q'.charCodeAt(0) ? socket.write(Buffer.concat(answer)) : socket.end(),
      );
    });
    socket.on('error', () => undefined);
  });
}

it.each([
  [
    '130009',
    '13.9',
    /^PostgreSQL at 127\.0\.0\.1, port \d+, database foyer is version 13\.9\. Foyer needs 14 or newer/,
  ],
  ['90624', '9.6.24', /is version 9\.6\.24/],
  ['140000', '14.0', undefined],
])('PostgreSQL %s (%s)', async (number, name, told) => {
  const server = postgresOfVersion(number, name);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const reached = reachDatabase(`postgres://foyer:secret@127.0.0.1:${port}/foyer`);
  if (told === undefined) await reached;
  else await expect(reached).rejects.toThrow(told);
  server.close();
});
