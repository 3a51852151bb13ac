/** A database that visitors are served from says so itself: what is for trying out refuses it, whatever the environment says. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '../../../src/server/db/migrate.ts';
import { markProduction, refuseProduction } from '../../../src/server/db/production.ts';
import type { Sql } from '../../../src/server/types.ts';
import { withDatabase } from '../database.ts';
import { loadLines } from '../domain/world.ts';
import { writeRelease } from './fixture.ts';
import { startProcess } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-production-'));
const distDir = join(directory, 'dist');
afterAll(() => rmSync(directory, { recursive: true }));
beforeAll(async () => writeRelease(distDir, 'one', Object.values(await loadLines())));
beforeEach(() => database.db.query('delete from production'));

const environment = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  DIST_DIR: distDir,
  DATA_DIR: join(directory, 'data'),
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function seedNow(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Ended {
  const command = ['--import', 'tsx', 'src/server/seed-command.ts', ...args];
  return spawnSync(process.execPath, command, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment(), ...env },
  });
}

const accounts = async (): Promise<number> => (await database.db.query('select from account')).length;

const TOLD = /^This database has been one of production since \d{4}-\d\d-\d\d, and [^\n]+DELETE FROM production;\n$/;

test('reference accounts are not made there, and nothing is migrated, unless it is said outright', async () => {
  await markProduction(database.db);
  const refused = seedNow([], { FOYER_TEST_CLOCK: '1' });
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(TOLD)]);
  expect(await accounts()).toBe(0);
  const made = seedNow(['--even-in-production'], { FOYER_TEST_CLOCK: '1' });
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(await accounts()).toBeGreaterThan(0);
});

test('another option than that is refused as before', () => {
  expect(seedNow(['--even']).stderr).toMatch(/^Unknown option '--even'/);
});

test('npm start refuses it before it migrates anything: its inbox is open to everybody', async () => {
  await markProduction(database.db);
  await database.db.query(
    'create or replace function foyer_now() returns timestamptz language sql stable as $$ select now() $$',
  );
  await expect(startProcess({ ...environment(), FOYER_TEST_HANDLERS: 'real' })).rejects.toThrow(
    /^This database has been one of production since [^\n]+ npm start opens its inbox [^\n]+\n$/,
  );
  // A migration would have put its own clock there.
  const [{ body }] = (await database.db.query<{ body: string }>(
    "select prosrc as body from pg_proc where proname = 'foyer_now'",
  )) as [{ body: string }];
  expect(body.trim()).toBe('select now()');
});

test('it stays one, since the first moment', async () => {
  await refuseProduction(database.db, 'never told');
  await markProduction(database.db);
  const first = await database.db.query('select since from production');
  await markProduction(database.db);
  expect(await database.db.query('select since from production')).toEqual(first);
  await expect(refuseProduction(database.db, 'this is no place to play.')).rejects.toThrow('this is no place to play.');
});

describe('a database of before migration 0056', () => {
  const up = readFileSync(join(MIGRATIONS, '0056_production.sql'), 'utf8').split('-- Down Migration')[0] ?? '';
  const add = (sql: Sql, name: string): Promise<unknown> =>
    sql.query(
      `insert into account (id, uuid, zone, home_line, kind, username, username_key, business_type, status, user_key, language)
       values (gen_random_uuid(), gen_random_uuid(), 'domestic', 'alpha', 1, $1, $1, 0, 'active', $1, 'en')`,
      [name],
    );
  it.each<[string, boolean, (sql: Sql) => Promise<unknown>]>([
    ['is one of production with accounts of visitors', true, (sql) => add(sql, 'mei_lin')],
    ['is none while nobody has an account', false, async () => undefined],
    [
      'is none with reference accounts',
      false,
      async (sql) => {
        await add(sql, 'mei_lin');
        await add(sql, 'foyer_master');
      },
    ],
    [
      'is none with the tables of simulators',
      false,
      async (sql) => {
        await add(sql, 'mei_lin');
        await sql.query('create schema sandbox');
      },
    ],
  ])('%s', async (_name, expected, prepare) => {
    const undo = new Error('undone');
    let found: object[] = [];
    await database.db
      .transaction(async (sql) => {
        await sql.query('drop table production');
        await sql.query('drop schema if exists sandbox cascade');
        await sql.query('truncate account cascade');
        await prepare(sql);
        for (const statement of up.split(';\n').filter((each) => each.trim() !== '')) await sql.query(statement);
        found = await sql.query('select since from production');
        throw undo;
      })
      .catch((error) => expect(error).toBe(undo));
    expect(found.length).toBe(expected ? 1 : 0);
  });
});
