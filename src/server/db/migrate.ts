/**
 * Migrations: numbered SQL files, each in a transaction of its own together with its entry in `migrations`, under one
 * advisory lock. A kill at any moment leaves the schema before or after a file, never between.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { PlainError } from '../plain-error.ts';
import { newClient } from './client.ts';
import type { PoolOptions } from './pool.ts';
import { understood } from './understood.ts';

export interface MigrateOptions {
  readonly connection: PoolOptions['connection'];
  /** Lets tests shift the database's clock (`FOYER_TEST_CLOCK=1`); refused in production. */
  readonly testClock?: boolean;
  readonly directory?: string;
  readonly locks?: Locks;
  /** Told each time a lock was not to be had, with the name of the migration that waits for it. */
  readonly onBlocked?: (name: string) => void;
}

/** How locks are waited for that others hold. */
interface Locks {
  /** Longest wait for one; whoever wants the same table meanwhile stands behind it. */
  readonly waitMilliseconds: number;
  /** Time for those who stood behind it. */
  readonly pauseMilliseconds: number;
  readonly tries: number;
}
const LOCKS: Locks = { waitMilliseconds: 3000, pauseMilliseconds: 3000, tries: 5 };

/** Others held a lock that a migration needs, each time that it was tried. The schema is as before that migration. */
export class MigrationBlockedError extends PlainError {
  constructor(name: string, { tries, waitMilliseconds }: Locks, cause: unknown) {
    super(
      `The migration ${name} was tried ${tries} times and did not get its locks within ${waitMilliseconds / 1000} seconds: a backup, a long query or an old instance holds them. ` +
        'It has changed nothing. Look for old transactions in pg_stat_activity (docs/operators.md, "Migrations"), let them end, and start again.',
      { cause },
    );
    this.name = 'MigrationBlockedError';
  }
}

export const MIGRATIONS = join(dirname(fileURLToPath(import.meta.url)), 'migrations');

/** Any number, the same for all instances: only one migrates at a time, the others wait. */
const LOCK = 4400_0001;

/** Brings the schema up to date; gives the names of the files applied. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const client = newClient(
    typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection,
  );
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const directory = options.directory ?? MIGRATIONS;
    const applied = await applyMissing(client, directory, options);
    await client.query(options.testClock ? SHIFTABLE_CLOCK : REAL_CLOCK);
    return applied;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Names of the files that are not applied yet, in order; undefined where files and database do not follow each other. */
async function missing(client: pg.Client, directory: string): Promise<readonly string[] | undefined> {
  const { rows: made } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('migrations') IS NOT NULL AS there",
  );
  const { rows } = made[0]?.there
    ? await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id')
    : { rows: [] };
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort();
  return rows.every(({ name }, index) => files[index] === name) ? files.slice(rows.length) : undefined;
}

/** `lock_not_available` and `deadlock_detected`: others stood in the way. */
const BLOCKED: readonly unknown[] = ['55P03', '40P01'];

async function applyMissing(client: pg.Client, directory: string, options: MigrateOptions): Promise<string[]> {
  const { locks = LOCKS, onBlocked } = options;
  const asked = await missing(client, directory);
  // Most starts find nothing to do; they need not load the runner.
  if (asked?.length === 0) return [];
  // A statement that waits for a table has everybody else wait behind it, signing in included.
  await client.query(`SET lock_timeout = ${locks.waitMilliseconds}`);
  for (let tried = 1; ; tried += 1) {
    try {
      const applied = await runMissing(client, directory);
      return asked ? [...asked] : applied;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      if (!BLOCKED.includes((error as { code?: unknown }).code)) throw understood(error);
      const name = (await missing(client, directory))?.[0] ?? 'at hand';
      if (tried >= locks.tries) throw new MigrationBlockedError(name, locks, error);
      onBlocked?.(name);
      await new Promise((resolve) => setTimeout(resolve, locks.pauseMilliseconds));
    }
  }
}

async function runMissing(client: pg.Client, directory: string): Promise<string[]> {
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
