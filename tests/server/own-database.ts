/** A migrated database on a cluster of its own, for tests that freeze it or fill its disk. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTables } from '../../src/sandbox/tables.ts';
import { type Connection, type EmbeddedDatabase, openEmbedded } from '../../src/server/db/embedded.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { openPool } from '../../src/server/db/pool.ts';

export interface OwnDatabase {
  readonly dataDir: string;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** @param dataDir an empty directory; a temporary one when left out */
export async function ownDatabase(dataDir?: string): Promise<OwnDatabase> {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), 'foyer-own-'));
  // PostgreSQL runs as another user than root.
  chmodSync(directory, 0o755);
  const embedded: EmbeddedDatabase = await openEmbedded({
    dataDir: directory,
    fsync: dataDir !== undefined,
    graceSeconds: 5,
  });
  await migrate({ connection: embedded.connection, testClock: true });
  const db = openPool({ connection: embedded.connection, size: 2 });
  await makeTables(db).finally(() => db.close());
  return {
    dataDir: directory,
    connection: embedded.connection,
    async close() {
      await embedded.stop();
      if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}
