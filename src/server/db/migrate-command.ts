/** `node dist/migrate.js [directory]`: migrates the database of `DATABASE_URL` and prints what was applied. */
import { openQueue } from '../outbox/queue.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';

const connection = process.env.DATABASE_URL;
if (!connection) throw new Error('Set DATABASE_URL to the database to migrate.');
const directory = process.argv[2];
const applied = await migrate({
  connection,
  testClock: process.env.FOYER_TEST_CLOCK === '1',
  ...(directory ? { directory } : {}),
});
const db = openPool({ connection });
const queue = await openQueue(db, () => undefined, false);
await queue.stop({ graceful: false, close: false });
await db.close();
process.stdout.write(`${applied.join('\n')}\n`);
