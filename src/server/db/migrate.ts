/**
 * Migrations: numbered SQL files, each in a transaction of its own together with its entry in `migrations`, under one
 * advisory lock. A kill at any moment leaves the schema before or after a file, never between.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { PoolOptions } from './pool.ts';

export interface MigrateOptions {
  readonly connection: PoolOptions['connection'];
  /** Lets tests shift the database's clock (`FOYER_TEST_CLOCK=1`); refused in production. */
  readonly testClock?: boolean;
  readonly directory?: string;
}

export const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** Any number, the same for all instances: only one migrates at a time, the others wait. */
const LOCK = 4400_0001;

/** Brings the schema up to date; gives the names of the files applied. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = new pg.Client(
    typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection,
  );
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const directory = options.directory ?? MIGRATIONS;
    const applied = (await isUpToDate(client, directory)) ? [] : await applyMissing(client, directory);
    await client.query(options.testClock ? SHIFTABLE_CLOCK : REAL_CLOCK);
    return applied;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Most starts find nothing to do; they need not load the runner. */
async function isUpToDate(client: pg.Client, directory: string): Promise<boolean> {
  const { rows: made } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS there",
  );
  if (!made[0]?.there) return false;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
  return files.length === rows.length && files.every((name, index) => rows[index]?.name === name);
}

async function applyMissing(client: pg.Client, directory: string): Promise<string[]> {
  const { runner } = await import('node-pg-migrate');
  const applied = await runner({
    dbClient: client,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migrations',
    singleTransaction: false,
    noLock: true,
    checkOrder: true,
    log: () => undefined,
    verbose: false,
  });
  return applied.map(({ name }) => name);
}

/** Whether this database has a clock that tests can shift. Production refuses to work on one. */
export const HAS_TEST_CLOCK = `SELECT to_regclass('clock_shift') IS NOT NULL AS shiftable`;

const SHIFTABLE_CLOCK = `
  CREATE TABLE IF NOT EXISTS clock_shift (one boolean PRIMARY KEY DEFAULT true CHECK (one), shift interval NOT NULL DEFAULT '0');
  INSERT INTO clock_shift DEFAULT VALUES ON CONFLICT DO NOTHING;
  CREATE OR REPLACE FUNCTION foyer_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT clock_timestamp() + (SELECT shift FROM clock_shift)';
`;

const REAL_CLOCK = `
  CREATE OR REPLACE FUNCTION foyer_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT clock_timestamp()';
  DROP TABLE IF EXISTS clock_shift;
`;
