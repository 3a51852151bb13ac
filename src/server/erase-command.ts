/**
 * `npm run erase` (`node dist/erase.js`): erases one person's data on request, in the database of `DATABASE_URL` with the settings of the
 * service, else in the embedded one of `DATA_DIR` while its server is stopped. Shows what there is unless told `--yes`.
 */
import { onDatabase, tell } from './command.ts';
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
  return onDatabase(settings, async (db) => {
    const lines = releases.current().lines.map(({ server }) => server);
    const keys = createKeyRing(settings.rings());
    // With other keys, what is sealed or digested would not be found, and would stay.
    await refuseStrangeKeys(db, keys, settings);
    return eraseCommand(db, lines, keys, args);
  }).finally(() => releases.close());
}

await tell(run());
