/**
 * `npm run seed` (`node dist/seed.js`): makes the reference accounts in the database of `DATABASE_URL`, else in the embedded one of
 * `DATA_DIR`, and prints them. Repeating it changes nothing. Refused where `NODE_ENV` is `production`.
 */
import { openEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { openReleases } from './http/release.ts';
import { createKeyRing } from './keys.ts';
import { refuseStrangeKeys } from './known-keys.ts';
import { sayAndExit, settingsOrExit, takeOnly } from './main.ts';
import { seed } from './seed.ts';
import { seededLines } from './welcome.ts';

async function seedDatabase(): Promise<string> {
  takeOnly();
  const settings = settingsOrExit('start');
  const releases = openReleases({ distDir: settings.distDir, pollMilliseconds: 0 });
  const embedded = settings.databaseUrl === undefined ? await openEmbedded({ dataDir: settings.dataDir }) : undefined;
  try {
    const connection = settings.databaseUrl ?? embedded?.connection ?? '';
    await migrate({ connection, testClock: settings.testClock });
    const db = openPool({ connection, size: 2 });
    try {
      const lines = releases.current().lines.map(({ server }) => server);
      const keys = createKeyRing(settings.rings());
      await refuseStrangeKeys(db, keys, settings);
      return seededLines(await seed(db, lines, keys)).join('\n');
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
    releases.close();
  }
}

await seedDatabase().then((told) => process.stdout.write(`${told}\n`), sayAndExit);
