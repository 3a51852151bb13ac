/**
 * The number of this server process: it holds an advisory lock on it for as long as it lives, so others can tell a
 * process that works from one that died, whatever machine it ran on.
 */
import { randomInt } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from '../types.ts';
import type { OpenDatabase } from './pool.ts';

const CLASS = 4400;

export interface Instance {
  readonly number: number;
  /** Whether the process of that number still lives. */
  isAlive(sql: Sql, number: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function openInstance(db: OpenDatabase): Promise<Instance> {
  const number = randomInt(1, 2 ** 31 - 1);
  let closed = false;
  let client: pg.Client | undefined;

  async function hold(): Promise<void> {
    while (!closed) {
      const fresh = db.client();
      try {
        await fresh.connect();
        await fresh.query('SELECT pg_advisory_lock($1, $2)', [CLASS, number]);
        client = fresh;
        // PostgreSQL restarted: the lock went with the connection.
        fresh.once('end', () => {
          if (!closed) void hold();
        });
        return;
      } catch {
        await fresh.end().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }
  }

  await hold();
  return {
    number,
    async isAlive(sql, other) {
      if (other === number) return true;
      const rows = await sql.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::oid AND objid = $2::oid AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        [CLASS, other],
      );
      return rows.length > 0;
    },
    async close() {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
}
