/** What the operators' commands share: a database to work on, and an end with one clear sentence. */
import { type EmbeddedDatabase, openEmbedded } from './db/embedded.ts';
import { type OpenDatabase, openPool } from './db/pool.ts';
import { reachDatabase } from './db/reach.ts';
import { PlainError, sayAndExit } from './plain-error.ts';
import type { Settings } from './settings.ts';
import { SETTINGS } from './settings-list.ts';

/** Works on the database of the settings, the embedded one while its server is stopped, and closes it again. */
export async function onDatabase<T>(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  work: (db: OpenDatabase, connection: string | EmbeddedDatabase['connection']) => Promise<T>,
): Promise<T> {
  const embedded = databaseUrl === undefined ? await openEmbedded({ dataDir }) : undefined;
  try {
    const connection = databaseUrl ?? embedded?.connection ?? '';
    await reachDatabase(connection);
    const db = openPool({ connection, size: 2 });
    return await work(db, connection).finally(() => db.close());
  } finally {
    await embedded?.stop();
  }
}

/** `DATABASE_URL` of a command that works on no other database. @throws a sentence where it is none */
export function databaseUrl(text: string | undefined): string {
  const { name, parse } = SETTINGS.databaseUrl;
  let url: string | undefined;
  try {
    url = parse(text?.trim() || undefined);
  } catch (error) {
    throw new PlainError(`${name} ${(error as Error).message}.`);
  }
  if (url === undefined) throw new PlainError(`${name} is missing. Set it to the database of the service.`);
  return url;
}

/** Prints what a command did, or what is wrong, with exit code 1. */
export async function tell(told: Promise<string>): Promise<void> {
  await told.then((text) => process.stdout.write(`${text}\n`), sayAndExit);
}
