/** The database on `pg`: waits out a PostgreSQL that restarts, for at most five seconds, then says so. */
import pg from 'pg';
import type { Database, Sql } from '../types.ts';

/** PostgreSQL cannot be reached; HTTP answers 503. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** PostgreSQL answers, but has no room for this statement, on its disk or in memory. The connection stays good. HTTP answers 503. */
export class DatabaseFullError extends Error {
  constructor(cause: unknown) {
    super('The database has no room.', { cause });
    this.name = 'DatabaseFullError';
  }
}

export interface PoolOptions {
  /** A connection string (`DATABASE_URL`) or a connection of the embedded database. */
  readonly connection: string | { host: string; port: number; user: string; password: string; database: string };
  readonly size?: number;
  /** How long to wait for a database that is away, milliseconds. */
  readonly patience?: number;
  readonly onError?: (error: Error) => void;
  /** Told each time the disk of the database is full. */
  readonly onDiskFull?: () => void;
}

/** A `Database` that can be closed and that lends its pool to libraries speaking `pg`. */
export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
  /** A connection of its own outside the pool, not yet connected. */
  client(): pg.Client;
  /** Whether PostgreSQL answers now. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** Counts arrive as `bigint`; ours fit a double, so they are given as numbers instead of strings. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 && format !== 'binary'
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const { code, message = '' } = error as { code?: string; message?: string };
  if (code && (AWAY.has(code) || code.startsWith('08'))) return true;
  return /connection (terminated|timeout|error)|timeout exceeded when trying to connect|not queryable/i.test(message);
}

/** `disk_full`, the one of class 53 (insufficient resources) that stays until somebody makes room. */
const DISK_FULL = '53100';

/** Whether PostgreSQL lacks room or memory; that it lacks connections is `isAway`. */
function isFull(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('53') && !AWAY.has(code);
}

/** Statements by text that connections keep prepared. Ours are few and fixed; should one ever be built anew each time, the rest go unprepared. */
const prepared = new Map<string, string>();
const PREPARED = 400;

function nameOf(text: string): string | undefined {
  const known = prepared.get(text);
  if (known !== undefined || prepared.size >= PREPARED) return known;
  const name = `s${prepared.size}`;
  prepared.set(text, name);
  return name;
}

/** A prepared statement whose tables a migration changed meanwhile. It has not run; its connection is given up. */
function isStalePlan(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === '0A000' && /cached plan/.test(message);
}

export function openPool(options: PoolOptions): OpenDatabase {
  const patience = options.patience ?? 5000;
  const where = typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection;
  const pool = new pg.Pool({
    ...where,
    max: options.size ?? 16,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 30000,
    statement_timeout: 30000,
    idle_in_transaction_session_timeout: 60000,
    application_name: 'foyer',
    keepAlive: true,
    types,
  });
  // An idle connection that PostgreSQL ended: the pool drops it, the next query opens another.
  // One lent out reports the same as an event, when no statement is running to be told; unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  let closing = false;
  pool.on('error', (error) => closing || options.onError?.(error));

  /** What a failed statement means to the caller. */
  function judged(error: unknown): unknown {
    if (isAway(error)) return new DatabaseUnavailableError(error);
    if (!isFull(error)) return error;
    if ((error as { code: string }).code === DISK_FULL) options.onDiskFull?.();
    return new DatabaseFullError(error);
  }

  /** A connection that has just proved to work by running `first`. Only this is repeated: nothing has been changed yet. */
  async function acquire(first: string): Promise<pg.PoolClient> {
    const deadline = Date.now() + patience;
    for (;;) {
      let client: pg.PoolClient | undefined;
      try {
        client = await pool.connect();
        await client.query(first);
        return client;
      } catch (error) {
        client?.release(true);
        if (!isAway(error)) throw judged(error);
        if (Date.now() >= deadline) throw new DatabaseUnavailableError(error);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async function runOn<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      const name = values.length > 0 ? nameOf(text) : undefined;
      const result = await client.query<Row>(
        name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
      );
      return result.rows;
    } catch (error) {
      throw judged(error);
    }
  }

  async function query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const deadline = Date.now() + patience;
    for (;;) {
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch (error) {
        if (!isAway(error)) throw judged(error);
        if (Date.now() >= deadline) throw new DatabaseUnavailableError(error);
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      let broken: Error | undefined;
      try {
        return await runOn<Row>(client, text, values);
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) broken = error;
        if (isStalePlan(error)) {
          broken = error as Error;
          continue;
        }
        // A read can be repeated without harm; a write that was cut off may have happened.
        if (!broken || !/^\s*select\b(?![\s\S]*\bfor\s+update)/i.test(text) || Date.now() >= deadline) throw error;
      } finally {
        client.release(broken);
      }
    }
  }

  return {
    pool,
    client: () =>
      new pg.Client({ ...where, application_name: 'foyer', keepAlive: true, connectionTimeoutMillis: patience }),
    query,
    async transaction(work) {
      const client = await acquire('BEGIN');
      let broken: Error | undefined;
      const onError = (error: Error): void => {
        broken = error;
      };
      client.on('error', onError);
      const sql: Sql = { query: (text, values = []) => runOn(client, text, values) };
      try {
        const result = await work(sql);
        await runOn(client, 'COMMIT', []);
        return result;
      } catch (error) {
        if (error instanceof DatabaseUnavailableError || isStalePlan(error)) broken = error as Error;
        else
          await client.query('ROLLBACK').catch((failed: Error) => {
            broken = failed;
          });
        throw error;
      } finally {
        client.off('error', onError);
        client.release(broken);
      }
    },
    async answers() {
      try {
        await pool.query('SELECT 1');
        return true;
      } catch {
        return false;
      }
    },
    close: () => {
      closing = true;
      return pool.end();
    },
  };
}
