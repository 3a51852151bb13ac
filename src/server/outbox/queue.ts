/** The PostgreSQL queues under the outbox: pg-boss on our own pool, with figures that never drop an owed message. */
import PgBoss from 'pg-boss';
import type { OpenDatabase } from '../db/pool.ts';
import { understood } from '../db/understood.ts';
import { LANES } from './lanes.ts';

/** The one queue of earlier releases: what is owed there is handed on to the lanes. */
export const FORMER_QUEUE = 'outbox';
const RETRY_SECONDS = 30;
/** How long a message stays owed. */
export const OWED_HOURS = 24;
/** A worker that was killed holds its job this long; an attempt takes less. */
const HELD_SECONDS = 60;
/** Longest attempt, milliseconds. */
export const ATTEMPT_MILLISECONDS = (HELD_SECONDS - 5) * 1000;

/** Opens the queues; `onError` hears of a database that is away, which they outlive. */
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
  await boss.start().catch((error: unknown) => {
    throw understood(error);
  });
  for (const name of [FORMER_QUEUE, ...LANES.map(({ queue }) => queue)]) {
    await boss.createQueue(name, {
      name,
      policy: 'standard',
      // Longer than owed messages live: whether one is still owed is decided by its row, not by the queue.
      retryLimit: (OWED_HOURS + 24) * (3600 / RETRY_SECONDS),
      retryDelay: RETRY_SECONDS,
      retryBackoff: false,
      expireInSeconds: HELD_SECONDS,
      retentionDays: 3,
    });
  }
  return boss;
}
