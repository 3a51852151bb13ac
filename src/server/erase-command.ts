/**
 * `npm run erase` (`node dist/erase.js`): erases one person's data on request, in the database of `DATABASE_URL` with the settings of the
 * service, else in the embedded one of `DATA_DIR` while its server is stopped. Shows what there is unless told `--yes`.
 */
import { openEmbedded } from './db/embedded.ts';
import { openPool } from './db/pool.ts';
import { eraseCommand, readArguments } from './erase.ts';
import { openReleases } from './http/release.ts';
import { createKeyRing } from './keys.ts';
import { refuseStrangeKeys } from './known-keys.ts';
import { settingsOrExit } from './main.ts';

async function run(): Promise<string> {
  const args = process.argv.slice(2);
  // Before a database is started.
  readArguments(args);
  const settings = settingsOrExit(process.env.DATABASE_URL ? 'serve' : 'start');
  const releases = openReleases({ distDir: settings.distDir, pollMilliseconds: 0 });
  const embedded = settings.databaseUrl === undefined ? await openEmbedded({ dataDir: settings.dataDir }) : undefined;
  try {
    const db = openPool({ connection: settings.databaseUrl ?? embedded?.connection ?? '', size: 2 });
    try {
      const lines = releases.current().lines.map(({ server }) => server);
      const keys = createKeyRing(settings.rings());
      // With other keys, what is sealed or digested would not be found, and would stay.
      await refuseStrangeKeys(db, keys, settings);
      return await eraseCommand(db, lines, keys, args);
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
    releases.close();
  }
}

await run().then(
  (told) => process.stdout.write(`${told}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
