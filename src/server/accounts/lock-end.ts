/** When locks end by themselves: `lockMinutes` after they began, on a line that has it. */
import type { CallContext, Sql } from '../types.ts';

type Lined = Pick<CallContext, 'line'>;

/** Minutes of a lock; null where only a new password or support ends it. SQL compares with null to "never". */
export const lockMinutes = ({ line }: Lined): number | null => line.line.limits.lockMinutes ?? null;

/**
 * Opens an asker's counter, or that of an account, a known browser or a name that nobody has, whose lock is over. A lock that
 * came of a lower `lockAfter` begins when it is first met.
 * @returns whether it is open now
 */
export async function openIfOver(sql: Sql, context: Lined, key: string): Promise<boolean> {
  const minutes = lockMinutes(context);
  if (minutes === null) return false;
  // Tries that are refused move the `updated_at` of no asker: it tells of the wrong password that locked.
  const rows = await sql.query<{ open: boolean }>(
    `/* writes */ with judged as (
       select key, coalesce(locked_at, case when key like 'asker:%' then updated_at end)
           <= foyer_now() - make_interval(mins => $2) as over
         from sign_in_counter where key = $1 for update)
     update sign_in_counter c
        set failures = case when j.over then 0 else c.failures end,
            told_at = case when j.over then null else c.told_at end,
            locked_at = case when j.over then null when c.key like 'asker:%' then c.locked_at
              else coalesce(c.locked_at, foyer_now()) end
       from judged j where c.key = j.key returning coalesce(j.over, false) as open`,
    [key, minutes],
  );
  return rows[0]?.open ?? false;
}
