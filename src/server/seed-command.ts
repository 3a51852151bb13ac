/**
 * `npm run seed` (`node dist/seed.js`): makes the reference accounts in the database of `DATABASE_URL`, else in the embedded one of
 * `DATA_DIR`, and prints them. Repeating it changes nothing. Refused where `NODE_ENV` is `production`, and where the database has
 * served visitors, but for `--even-in-production`.
 */
import { onDatabase, tell } from './command.ts';
import { migrate } from './db/migrate.ts';
import { refuseProduction } from './db/production.ts';
import { openReleases } from './http/release.ts';
import { createKeyRing } from './keys.ts';
import { refuseStrangeKeys } from './known-keys.ts';
import { settingsOrExit, takeOnly } from './main.ts';
import { seed } from './seed.ts';
import { seededLines } from './welcome.ts';

/** For whoever knows that visitors are served from this database. */
const ANYWAY = '--even-in-production';

async function seedDatabase(): Promise<string> {
  takeOnly(ANYWAY);
  const settings = settingsOrExit('start');
  const releases = openReleases({ distDir: settings.distDir, pollMilliseconds: 0 });
  return onDatabase(settings, async (db, connection) => {
    const look = async (): Promise<void> => {
      if (!process.argv.includes(ANYWAY))
        await refuseProduction(db, `reference accounts have known passwords (${ANYWAY} makes them all the same).`);
    };
    // Before a migration changes anything there; and after it, for one of them may have found out.
    await look();
    await migrate({ connection, testClock: settings.testClock });
    await look();
    const lines = releases.current().lines.map(({ server }) => server);
    const keys = createKeyRing(settings.rings());
    await refuseStrangeKeys(db, keys, settings);
    return seededLines(await seed(db, lines, keys)).join('\n');
  }).finally(() => releases.close());
}

await tell(seedDatabase());
