/** One round trip, and one commit, for a statement and the audit entry that belongs to it. */
import type { Sql } from '../types.ts';

/**
 * Runs `text` together with what `report` writes, as one statement: both happen or neither does.
 * @param report writes to the `Sql` it is given, with plain statements whose rows nobody reads.
 */
export async function withReport<Row extends object>(
  db: Sql,
  report: (sql: Sql) => Promise<void>,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const all = [...values];
  const parts: string[] = [];
  await report({
    async query(statement, own = []) {
      const offset = all.length;
      parts.push(`reported_${parts.length} as (${statement.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)})`);
      all.push(...own);
      return [];
    },
  });
  return db.query<Row>(parts.length > 0 ? `with ${parts.join(', ')} ${text}` : text, all);
}
