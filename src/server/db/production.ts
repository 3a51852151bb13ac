/** Whether a database is one of production, as it says itself: settings may be those of another shell. */
import { PlainError } from '../plain-error.ts';
import type { Sql } from '../types.ts';

/** From now on, and for good. */
export async function markProduction(sql: Sql): Promise<void> {
  await sql.query('insert into production default values on conflict do nothing');
}

/** @throws where visitors are served from this database. `what` would not do there, and why. Knows nothing before migration 0056. */
export async function refuseProduction(sql: Sql, what: string): Promise<void> {
  const [made] = await sql.query<{ there: boolean }>("select to_regclass('production') is not null as there");
  if (!made?.there) return;
  const [row] = await sql.query<{ since: Date }>('select since from production');
  if (row === undefined) return;
  throw new PlainError(
    `This database has been one of production since ${row.since.toISOString().slice(0, 10)}, and ${what} ` +
      'Set DATABASE_URL to another database. A copy to try things out is none any more after: DELETE FROM production;',
  );
}
