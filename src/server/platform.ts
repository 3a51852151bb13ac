/** The platform's state, as operators set it: under maintenance until a moment, until further notice, or not. */
import type { Sql } from './types.ts';

/** Stands for every line. */
export const EVERY_LINE = '*';

export interface Maintenance {
  /** Undefined: until further notice. */
  readonly until: Date | undefined;
}

/** The maintenance a line is under; of its own and that of every line, the one that ends later. */
export async function maintenanceOf(sql: Sql, line: string): Promise<Maintenance | undefined> {
  const [row] = await sql.query<{ until: Date | null }>(
    `select until from platform_maintenance where line in ($1, $2) and (until is null or until > foyer_now())
      order by until desc nulls first limit 1`,
    [line, EVERY_LINE],
  );
  return row && { until: row.until ?? undefined };
}

/** Begins (or changes) a maintenance. */
export async function beginMaintenance(sql: Sql, line: string, until: Date | undefined): Promise<void> {
  await sql.query(
    `insert into platform_maintenance (line, until) values ($1, $2)
     on conflict (line) do update set until = excluded.until, set_at = foyer_now()`,
    [line, until ?? null],
  );
}

/** Ends a line's maintenance; false when it had none. Ending that of every line ends each line's own, too. */
export async function endMaintenance(sql: Sql, line: string): Promise<boolean> {
  const ended = await sql.query('delete from platform_maintenance where line = $1 or $1 = $2 returning line', [
    line,
    EVERY_LINE,
  ]);
  return ended.length > 0;
}
