/**
 * Every file of journeys begins with what `npm start` has seeded, whichever files its worker has run before: the rows are
 * kept aside once the server is ready, and put back in place of all others.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** How a journeys' server with this folder reaches its database. */
export function databaseIn(data: string): {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
} {
  const read = (name: string): string => readFileSync(join(data, 'data', name), 'utf8').trim();
  return {
    host: '127.0.0.1',
    port: Number(read('database-port')),
    user: 'foyer',
    password: read('database-password'),
    database: 'foyer',
  };
}

/** Time goes on from file to file, and migrations are no rows of anybody's. */
const STAY = ['clock_shift', 'pgmigrations'];

async function withClient(data: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(databaseIn(data));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function tables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
    [STAY],
  );
  return rows.map(({ name }) => pg.escapeIdentifier(name));
}

/** Keeps what there is aside. */
export const keepSeeded = (data: string): Promise<void> =>
  withClient(data, async (client) => {
    await client.query('CREATE SCHEMA seeded');
    for (const table of await tables(client)) await client.query(`CREATE TABLE seeded.${table} AS TABLE ${table}`);
  });

/** Puts it back. The server goes on meanwhile: what it does at its own times may have to be waited for. */
export const putSeededBack = (data: string): Promise<void> =>
  withClient(data, async (client) => {
    const all = await tables(client);
    // Rows go back as they were, in any order, whatever refers to what.
    await client.query("SET session_replication_role = 'replica'");
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query('BEGIN');
        await client.query(`TRUNCATE ${all.join(', ')}`);
        for (const table of all)
          await client.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM seeded.${table}`);
        await client.query('COMMIT');
        return;
      } catch (error) {
        await client.query('ROLLBACK');
        if ((error as pg.DatabaseError).code !== '40P01' || tries === 5) throw error;
      }
    }
  });
