/**
 * The database on `pg`: waits out a PostgreSQL that restarts, for at most five seconds, then says so. A statement that
 * gets no answer in that time is given up with its connection, whatever the database is at.
 */
import pg from 'pg';
import type { Database, Sql, TransactionOptions } from '../types.ts';
import { newClient } from './client.ts';
import { DatabaseFullError, DatabaseUnavailableError, isAway, isStalePlan, judged, SilentError } from './failures.ts';
import { watchSilence, within } from './silence.ts';

export { DatabaseFullError, DatabaseUnavailableError } from './failures.ts';

export interface PoolOptions {
  /** A connection string (`DATABASE_URL`) or a connection of the embedded database. */
  readonly connection: string | { host: string; port: number; user: string; password: string; database: string };
  readonly size?: number;
  /** How long to wait for a database that is away, and for the answer to a statement; milliseconds. */
  readonly patience?: number;
  readonly onError?: (error: Error) => void;
  /** Told each time the disk of the database is full; true when that made room, and what was refused is tried once more. */
  readonly onDiskFull?: () => unknown;
  /** Told when the database stopped answering on open connections, and when it answers again. */
  readonly onSilence?: (isSilent: boolean) => void;
}

/** A `Database` that can be closed and that lends its pool to libraries speaking `pg`. */
export interface OpenDatabase extends Database {
  readonly pool: pg.Pool;
  /** A connection of its own outside the pool, not yet connected. */
  client(): pg.Client;
  /** Runs a text of one or more statements as it is, unprepared, within the same limits; gives the last one's rows. For libraries. */
  script(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Whether PostgreSQL answers now, or at least soon. */
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

/** Whether the connection of a failed statement is of no use any more; one that was only slow was ended cleanly. */
function isBroken(error: unknown): boolean {
  return isStalePlan(error) || (error instanceof DatabaseUnavailableError && error.outage !== 'slow');
}

/** Longest time that `/readyz` waits for an answer, milliseconds. */
const READY_MILLISECONDS = 2000;
const AGAIN_MILLISECONDS = 100;
/** How long a statement may have been under way when room was made. */
const ROOM_MILLISECONDS = 5000;

export function openPool(options: PoolOptions): OpenDatabase {
  const patience = options.patience ?? 5000;
  const where = typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection;
  const pool = new pg.Pool({
    ...where,
    max: options.size ?? 16,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 30000,
    // A little less than our own limit: a database that is only slow ends the statement itself, and its connection stays.
    statement_timeout: Math.round(patience * 0.9),
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
  const beside = (): pg.Client =>
    newClient({ ...where, application_name: 'foyer', keepAlive: true, connectionTimeoutMillis: patience });
  const silence = watchSilence({
    client: beside,
    patience,
    ...(options.onSilence ? { onChange: options.onSilence } : {}),
  });

  /** When room was last made on a full disk: whoever was refused for want of it shortly before tries again. */
  let roomMade = Number.NEGATIVE_INFINITY;
  const meaning = (error: unknown): unknown =>
    judged(error, () => {
      if (options.onDiskFull?.() === true) roomMade = performance.now();
    });
  const hasRoomAgain = (error: unknown): boolean =>
    error instanceof DatabaseFullError && performance.now() - roomMade < ROOM_MILLISECONDS;

  /** One connection of the pool, within so many milliseconds. Rejects with what `pg` says, or `SilentError`. */
  async function lend(milliseconds: number): Promise<pg.PoolClient> {
    silence.check();
    const lending = pool.connect();
    let client: pg.PoolClient;
    try {
      client = await within(milliseconds, lending);
    } catch (error) {
      // One that comes too late goes back at once.
      if (error instanceof SilentError)
        lending.then(
          (late) => late.release(),
          () => undefined,
        );
      if (/due to connection timeout/.test((error as Error).message)) silence.begins();
      throw error;
    }
    if (!silence.isOn()) return client;
    client.release();
    throw new SilentError();
  }

  /** Runs one statement, or a script, on a connection; gives up when nothing comes. */
  async function ask(client: pg.PoolClient, milliseconds: number, query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await within(milliseconds, client.query(query));
    } catch (error) {
      if (error instanceof SilentError) silence.begins(client);
      throw error;
    }
  }

  /** Does `work` on a connection, which the caller gives back. Tries again where `isWorthwhile` says so, for as long as the database is given. */
  async function on<T>(
    work: (client: pg.PoolClient) => Promise<T>,
    isWorthwhile: (error: unknown) => boolean,
  ): Promise<{ readonly client: pg.PoolClient; readonly result: T }> {
    const deadline = performance.now() + patience;
    for (;;) {
      let client: pg.PoolClient | undefined;
      try {
        client = await lend(Math.max(1, deadline - performance.now()));
        return { client, result: await work(client) };
      } catch (error) {
        const cut = meaning(error);
        client?.release(isBroken(cut));
        const again = client === undefined ? isAway(error) : isWorthwhile(error);
        if (!again || performance.now() >= deadline) throw cut;
        if (isAway(error)) await new Promise((resolve) => setTimeout(resolve, AGAIN_MILLISECONDS));
      }
    }
  }

  async function runOn<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
    milliseconds = patience,
  ): Promise<Row[]> {
    const name = values.length > 0 ? nameOf(text) : undefined;
    const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    return (await ask(client, milliseconds, query)).rows as Row[];
  }

  /** A read can be repeated without harm; a write that was cut off may have happened. A stale plan has not run. */
  const mayRepeat = (text: string) => (error: unknown) =>
    isStalePlan(error) || (isAway(error) && /^\s*select\b(?![\s\S]*\bfor\s+update)/i.test(text));

  async function transactionOnce<T>(
    work: (sql: Sql) => Promise<T>,
    { patience: limit }: TransactionOptions = {},
  ): Promise<T> {
    // Only the beginning is repeated: nothing has been changed yet.
    const { client } = await on((lent) => ask(lent, patience, { text: 'BEGIN' }), isAway);
    let broken: Error | undefined;
    const onError = (error: Error): void => {
      broken = error;
    };
    client.on('error', onError);
    const run = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
      try {
        return await runOn<Row>(client, text, values, limit ?? patience);
      } catch (error) {
        throw meaning(error);
      }
    };
    try {
      if (limit !== undefined) await run(`SET LOCAL statement_timeout = ${Math.round(limit * 0.9)}`);
      const result = await work({ query: run });
      await run('COMMIT');
      return result;
    } catch (error) {
      if (isBroken(error)) broken = error as Error;
      else
        await ask(client, patience, { text: 'ROLLBACK' }).catch((failed: Error) => {
          broken = failed;
        });
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }

  async function queryOnce<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { client, result } = await on((lent) => runOn<Row>(lent, text, values), mayRepeat(text));
    client.release();
    return result;
  }

  /** What was refused for want of room has had no effect; tried once more where room was made. */
  async function againWithRoom<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!hasRoomAgain(error)) throw error;
      return work();
    }
  }

  return {
    pool,
    client: beside,
    query: (text, values = []) => againWithRoom(() => queryOnce(text, values)),
    async script(text, values) {
      const query = { text, ...(values === undefined ? {} : { values: [...values] }) };
      const { client, result } = await on(
        (lent) => ask(lent, patience, query),
        () => false,
      );
      client.release();
      return Array.isArray(result) ? (result[result.length - 1] as pg.QueryResult) : result;
    },
    transaction: (work, transactionOptions) => againWithRoom(() => transactionOnce(work, transactionOptions)),
    async answers() {
      const soon = Math.min(patience, READY_MILLISECONDS);
      const client = await lend(soon).catch(() => undefined);
      const answer = await (client && within(soon, client.query('SELECT 1'))?.catch(() => undefined));
      client?.release(answer === undefined);
      return answer !== undefined;
    },
    close: () => {
      closing = true;
      silence.close();
      return pool.end();
    },
  };
}
