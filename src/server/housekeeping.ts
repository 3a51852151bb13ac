/** Tidying up what has had its time. One instance at a time does it; none waits for another. */
import { forgetSpent } from './accounts/retention.ts';
import { KEEP_HOURS } from './http/idempotency.ts';
import { forgetEndedWindows } from './limits/limiter.ts';
import type { Database } from './types.ts';

const EVERY_MILLISECONDS = 10 * 60 * 1000;
/** How long the trace of a settled message (no recipient, no text) and the simulators' inbox stay. */
const SETTLED_DAYS = 30;
const INBOX_DAYS = 7;
const LOCK = 4400_0002;
/** Nobody waits for it, and a statement may have much to delete. */
const PATIENCE_MILLISECONDS = 120000;

export async function tidyUp(db: Database): Promise<void> {
  await db.transaction(
    async (sql) => {
      const [lock] = await sql.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [LOCK]);
      if (!lock?.taken) return;
      await sql.query("DELETE FROM idempotency WHERE created_at < clock_timestamp() - $1 * interval '1 hour'", [
        KEEP_HOURS,
      ]);
      await sql.query("DELETE FROM outbox WHERE state <> 'owed' AND settled_at < foyer_now() - $1 * interval '1 day'", [
        SETTLED_DAYS,
      ]);
      await sql.query("DELETE FROM inbox WHERE at < clock_timestamp() - $1 * interval '1 day'", [INBOX_DAYS]);
      await sql.query('DELETE FROM posted_visit WHERE until < clock_timestamp()');
      await forgetSpent(sql);
      await forgetEndedWindows(sql);
    },
    { patience: PATIENCE_MILLISECONDS },
  );
}

export function startHousekeeping(db: Database, onError: (error: Error) => void): { stop(): void } {
  const timer = setInterval(() => void tidyUp(db).catch(onError), EVERY_MILLISECONDS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
