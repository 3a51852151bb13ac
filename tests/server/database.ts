/**
 * A real, empty, migrated database per test file, with the simulators' tables. All files of a run, and runs in a row, share one embedded cluster;
 * each file gets a copy of a template that is made once per state of the migrations.
 */
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeTables } from '../../src/sandbox/tables.ts';
import { type Connection, type EmbeddedDatabase, openEmbedded } from '../../src/server/db/embedded.ts';
import { type OpenDatabase, openPool } from '../../src/server/db/pool.ts';

const ROOT = resolve(__dirname, '../..');
const run = promisify(execFile);

/** What a test file works with; usable inside tests and hooks only. */
export interface TestDatabase {
  readonly db: OpenDatabase;
  /** Connection string of this file's database. */
  readonly url: string;
  readonly connection: Connection;
  /** Moves the database's clock forward (or back) by so many seconds. */
  shiftClock(seconds: number): Promise<void>;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function files(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(directory, entry.name)) : [join(directory, entry.name)]))
    .sort();
}

function templateName(): string {
  const hash = createHash('sha256');
  for (const file of [
    ...files(join(ROOT, 'src/server/db/migrations')),
    join(ROOT, 'src/server/db/migrate.ts'),
    join(ROOT, 'src/server/outbox/queue.ts'),
    join(ROOT, 'src/server/outbox/lanes.ts'),
    ...files(join(ROOT, 'src/sandbox')).filter((file) => file.endsWith('tables.ts')),
  ]) {
    hash.update(file).update(readFileSync(file));
  }
  return `template_${hash.digest('hex').slice(0, 16)}`;
}

/** The cluster shared by all test processes of this checkout; it stops by itself a while after the last one. */
function testCluster(): Promise<EmbeddedDatabase> {
  const name = `foyer-test-${process.getuid?.() ?? 0}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`;
  return openEmbedded({ dataDir: join(tmpdir(), name), owners: 'many', fsync: false, graceSeconds: 60 });
}

function urlOf(connection: Connection, database: string): string {
  return `postgres://${connection.user}:${connection.password}@127.0.0.1:${connection.port}/${database}`;
}

async function onMaintenance<T>(cluster: EmbeddedDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...cluster.connection, database: 'postgres' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function copyTemplate(cluster: EmbeddedDatabase, database: string): Promise<void> {
  const template = templateName();
  await onMaintenance(cluster, async (client) => {
    // Only one copies or makes the template at a time; the others wait here.
    await client.query('SELECT pg_advisory_lock(440002)');
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount === 0) {
      const old = await client.query(
        "SELECT datname FROM pg_database WHERE datname LIKE 'template\\_%\\_%' OR datname LIKE 'template\\_making%'",
      );
      for (const { datname } of old.rows) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
      await client.query('DROP DATABASE IF EXISTS template_making WITH (FORCE)');
      // Left by test runs that were killed.
      const left = await client.query("SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+_'");
      for (const { datname } of left.rows) {
        if (!lives(Number(datname.split('_')[1])))
          await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
      }
      await client.query('CREATE DATABASE template_making');
      await run(process.execPath, ['--import', 'tsx', 'src/server/db/migrate-command.ts'], {
        cwd: ROOT,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          FOYER_TEST_CLOCK: '1',
          DATABASE_URL: urlOf(cluster.connection, 'template_making'),
        },
      });
      const made = openPool({ connection: { ...cluster.connection, database: 'template_making' }, size: 2 });
      await makeTables(made).finally(() => made.close());
      await client.query(`ALTER DATABASE template_making RENAME TO "${template}"`);
    }
    await client.query(`CREATE DATABASE "${database}" TEMPLATE "${template}"`);
  });
}

/** Registers the hooks that make this file's database and drop it again. */
export function withDatabase(): TestDatabase {
  const database = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  let cluster: EmbeddedDatabase | undefined;
  let db: OpenDatabase | undefined;

  beforeAll(async () => {
    cluster = await testCluster();
    await copyTemplate(cluster, database);
    db = openPool({ connection: { ...cluster.connection, database } });
  }, 120000);

  afterAll(async () => {
    await db?.close();
    if (cluster) {
      await onMaintenance(cluster, (client) => client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));
      cluster.release();
    }
  });

  const there = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The database is there inside tests and hooks only.');
    return value;
  };
  return {
    get db() {
      return there(db);
    },
    get connection() {
      return { ...there(cluster).connection, database };
    },
    get url() {
      return urlOf(there(cluster).connection, database);
    },
    async shiftClock(seconds) {
      await there(db).query("UPDATE clock_shift SET shift = shift + $1 * interval '1 second'", [seconds]);
    },
  };
}
