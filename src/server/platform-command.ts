/**
 * Puts lines under maintenance, ends it, or tells how it stands, in the database of `DATABASE_URL`:
 * `node dist/platform.js maintenance <line|*> [until]`, `... normal <line|*>`, `... status <line|*>`.
 * Lines are those of the release in `DIST_DIR`. `until` is a moment with its zone, like 2026-03-01T06:00:00Z; without it, until further notice.
 */
import { databaseUrl, onDatabase, tell } from './command.ts';
import { platformCommand, releasedLines } from './platform.ts';
import { SETTINGS } from './settings-list.ts';

async function run(): Promise<string> {
  const lines = releasedLines(SETTINGS.distDir.parse(process.env.DIST_DIR?.trim() || undefined));
  return onDatabase({ databaseUrl: databaseUrl(process.env.DATABASE_URL), dataDir: '' }, (db) =>
    platformCommand(db, process.argv.slice(2), lines),
  );
}

await tell(run());
