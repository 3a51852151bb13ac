/**
 * `npm run enterprise` (`node dist/enterprise.js`): the enterprises that sign in with DingTalk, in the database of `DATABASE_URL` with the settings of
 * the service, else in the embedded one of `DATA_DIR` while its server is stopped.
 */
import { text } from 'node:stream/consumers';
import { openEmbedded } from './db/embedded.ts';
import { openPool } from './db/pool.ts';
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
  const embedded = settings.databaseUrl === undefined ? await openEmbedded({ dataDir: settings.dataDir }) : undefined;
  try {
    const db = openPool({ connection: settings.databaseUrl ?? embedded?.connection ?? '', size: 2 });
    try {
      const keys = createKeyRing(settings.rings());
      await refuseStrangeKeys(db, keys, settings);
      return await enterpriseCommand(db, keys, args, secret);
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
  }
}

await run().then(
  (told) => process.stdout.write(`${told}\n`),
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  },
);
