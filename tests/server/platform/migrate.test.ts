/** Migrations beside others who hold locks: a backup, an old instance. Nobody waits long behind them. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { MIGRATIONS, MigrationBlockedError, migrate } from '../../../src/server/db/migrate.ts';
import { withDatabase } from '../database.ts';
import { until } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-migrations-'));
cpSync(MIGRATIONS, directory, { recursive: true });
afterAll(() => rmSync(directory, { recursive: true }));

const run = (tries: number, onBlocked?: (name: string) => void) =>
  migrate({
    connection: database.connection,
    testClock: true,
    directory,
    locks: { waitMilliseconds: 200, pauseMilliseconds: 100, tries },
    ...(onBlocked ? { onBlocked } : {}),
  });

const has = async (column: string): Promise<boolean> =>
  (
    await database.db.query(
      "select 1 from information_schema.columns where table_name = 'link_token' and column_name = $1",
      [column],
    )
  ).length === 1;

/** Reads `link_token` in a transaction that stays open, as a backup does. */
async function holder(): Promise<pg.Client> {
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('begin');
  await client.query('lock table link_token in access share mode');
  return client;
}

test('a lock that is held is tried again, and whoever asks for the table meanwhile is served in between', async () => {
  writeFileSync(join(directory, '9001_before.sql'), '-- Up Migration\ncreate table before_locked (n int);\n');
  writeFileSync(join(directory, '9002_locked.sql'), '-- Up Migration\nalter table link_token add column locked int;\n');
  const holding = await holder();
  const blocked: string[] = [];
  const migrating = run(1000, (name) => blocked.push(name));
  try {
    await until(
      async () =>
        (
          await database.db.query(
            "select 1 from pg_locks where relation = 'link_token'::regclass and mode = 'AccessExclusiveLock'",
          )
        ).length === 1,
    );
    const visitor = new pg.Client({ ...database.connection, statement_timeout: 5000 });
    await visitor.connect();
    expect((await visitor.query('select count(*)::int as n from link_token')).rows).toEqual([{ n: 0 }]);
    await visitor.end();
    await until(() => blocked.length >= 2);
  } finally {
    await holding.query('commit');
    await holding.end();
  }
  expect(await migrating).toEqual(['9001_before', '9002_locked']);
  expect(new Set(blocked)).toEqual(new Set(['9002_locked']));
  expect(await has('locked')).toBe(true);
});

test('a lock that nobody gives up ends in a sentence that says what to do; the schema stays, and it can be run again', async () => {
  writeFileSync(
    join(directory, '9003_held.sql'),
    '-- Up Migration\nalter table verification_code add column held int;\nalter table link_token add column held int;\n',
  );
  const holding = await holder();
  const refused = await run(2).then(
    () => undefined,
    (error: unknown) => error,
  );
  await holding.query('commit');
  await holding.end();
  expect(refused).toBeInstanceOf(MigrationBlockedError);
  expect(String(refused)).toMatch(/9003_held.*pg_stat_activity.*start again/s);
  expect(await has('held')).toBe(false);
  expect(await run(1)).toEqual(['9003_held']);
  expect(await has('held')).toBe(true);
});

test('a deadlock is tried again; any other fault is told as it is', async () => {
  await database.db.query('create sequence deadlocks');
  await database.db.query(
    `create function deadlock_once() returns void language plpgsql as $$ begin
       if nextval('deadlocks') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if; end $$`,
  );
  writeFileSync(join(directory, '9004_dead.sql'), '-- Up Migration\nselect deadlock_once();\n');
  expect(await run(2)).toEqual(['9004_dead']);
  writeFileSync(join(directory, '9005_wrong.sql'), '-- Up Migration\nselect 1 / 0;\n');
  await expect(run(2)).rejects.toThrow('division by zero');
});
