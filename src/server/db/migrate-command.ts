/** `node dist/migrate.js [directory]`: migrates the database of `DATABASE_URL` and prints what was applied. */
import { databaseUrl, onDatabase, tell } from '../command.ts';
import { openQueue } from '../outbox/queue.ts';
import { migrate } from './migrate.ts';

async function run(): Promise<string> {
  const connection = databaseUrl(process.env.DATABASE_URL);
  const directory = process.argv[2];
  return onDatabase({ databaseUrl: connection, dataDir: '' }, async (db) => {
    const applied = await migrate({
      connection,
      testClock: process.env.FOYER_TEST_CLOCK === '1',
      ...(directory ? { directory } : {}),
    });
    const queue = await openQueue(db, () => undefined, false);
    await queue.stop({ graceful: false, close: false });
    return applied.join('\n');
  });
}

await tell(run());
