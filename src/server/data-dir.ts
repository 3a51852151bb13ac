/** The directory of the embedded database and the local keys. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nameOf, PlainError } from './plain-error.ts';

/** Of a full disk the database tells by itself, and may still come up. */
const REFUSED = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'];

/** One level at a time: node tries for ever to make what lies where nothing can be made, such as below /proc. */
function make(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw Object.assign(new Error(`${path} is no directory.`), { code: 'ENOTDIR' });
  if (dirname(path) !== path) make(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another start was quicker.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes it where it is missing. @throws a sentence where it cannot be made or written to */
export function makeDataDir(dataDir: string): void {
  const refuse = (what: string, error: unknown): never => {
    throw new PlainError(
      `DATA_DIR is ${dataDir}, which cannot be ${what} (${nameOf(error)}). Set it to a folder that this user may write to.`,
      { cause: error },
    );
  };
  try {
    make(dataDir);
  } catch (error) {
    refuse('made', error);
  }
  const trial = join(dataDir, `.writable.${process.pid}`);
  try {
    writeFileSync(trial, '', { mode: 0o600 });
    rmSync(trial, { force: true });
  } catch (error) {
    if (REFUSED.includes(nameOf(error))) refuse('written to', error);
  }
}
