/**
 * `npm run enterprise` (`node dist/enterprise.js`): the enterprises that sign in with DingTalk, in the database of `DATABASE_URL` with the settings of
 * the service, else in the embedded one of `DATA_DIR` while its server is stopped.
 */
import { text } from 'node:stream/consumers';
import { onDatabase, tell } from './command.ts';
import { enterpriseCommand, readArguments } from './enterprise.ts';
import { createKeyRing } from './keys.ts';
import { refuseStrangeKeys } from './known-keys.ts';
import { settingsOrExit } from './main.ts';

async function run(): Promise<string> {
  const args = process.argv.slice(2);
  // Before a database is started.
  const { what } = readArguments(args);
  const given = process.env.ENTERPRISE_SECRET;
  const secret = what !== 'add' ? '' : (given ?? (process.stdin.isTTY ? '' : await text(process.stdin)));
  const settings = settingsOrExit(process.env.DATABASE_URL ? 'serve' : 'start');
  return onDatabase(settings, async (db) => {
    const keys = createKeyRing(settings.rings());
    await refuseStrangeKeys(db, keys, settings);
    return enterpriseCommand(db, keys, args, secret);
  });
}

await tell(run());
