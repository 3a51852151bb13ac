/** The PostgreSQL queue under the outbox: pg-boss on our own pool, with figures that never drop an owed message. */
import PgBoss from 'pg-boss';
import type { OpenDatabase } from '../db/pool.ts';

export const QUEUE = 'outbox';
const RETRY_SECONDS = 30;
/** How long a message stays owed. */
export const OWED_HOURS = 24;

/** Opens the queue; `onError` hears of a database that is away, which the queue outlives. */
export async function openQueue(db: OpenDatabase, onError: (error: Error) => void, worker: boolean): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => db.script(text, values),
    },
    schema: 'foyer_queue',
    schedule: false,
    supervise: worker,
    maintenanceIntervalSeconds: 10,
    archiveCompletedAfterSeconds: 300,
    archiveFailedAfterSeconds: 300,
    deleteAfterHours: 24,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    policy: 'standard',
    // Longer than owed messages live: whether one is still owed is decided by its row, not by the queue.
    retryLimit: (OWED_HOURS + 24) * (3600 / RETRY_SECONDS),
    retryDelay: RETRY_SECONDS,
    retryBackoff: false,
    // A worker that was killed holds its job this long; a delivery attempt takes less.
    expireInSeconds: 60,
    retentionDays: 3,
  });
  return boss;
}
