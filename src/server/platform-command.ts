/**
 * Puts lines under maintenance, ends it, or tells how it stands, in the database of `DATABASE_URL`:
 * `node dist/platform.js maintenance <line|*> [until]`, `... normal <line|*>`, `... status <line>`.
 * Lines are those of the release in `DIST_DIR`. `until` is a moment with its zone, like 2026-03-01T06:00:00Z; without it, until further notice.
 */
import { resolve } from 'node:path';
import { openPool } from './db/pool.ts';
import { platformCommand, releasedLines } from './platform.ts';

const connection = process.env.DATABASE_URL;
if (!connection) throw new Error('Set DATABASE_URL to the database of the service.');
const db = openPool({ connection, size: 2 });
try {
  process.stdout.write(
    `${await platformCommand(db, process.argv.slice(2), releasedLines(resolve(process.env.DIST_DIR ?? 'dist')))}\n`,
  );
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await db.close();
}
