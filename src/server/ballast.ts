/**
 * A reserve on the disk of the embedded database: a file that takes room and is given up when the disk is full, so that
 * whoever has an account still gets in, out, and to a new password. It is made again once there is room.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, realpathSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MB = 1024 * 1024;
/** Four of the files that PostgreSQL writes its log in; a sign-in takes a few kilobytes. */
const SIZE = 64 * MB;
/** With less than this left it is given up. */
const SHORT = 32 * MB;
/** With more than this left beside it it is made again. */
const AMPLE = 2 * SIZE;

export interface Ballast {
  /** Gives it up, or makes it again, as the disk is. */
  look(): void;
  /** Gives it up at once; true when that made room. */
  release(): boolean;
}

/** @param directory the directory of the cluster, `<dataDir>/postgres`; may be a symbolic link, or not there yet */
export function ballastIn(directory: string, onError: (error: Error) => void): Ballast {
  const place = (): string => join(realpathSync(directory), 'ballast');
  const size = (): number => statSync(place(), { throwIfNoEntry: false })?.size ?? 0;
  const free = (): number => {
    const { bavail, bsize } = statfsSync(realpathSync(directory));
    return bavail * bsize;
  };

  function release(): boolean {
    try {
      const had = size();
      rmSync(place(), { force: true });
      return had > 0;
    } catch (error) {
      onError(error as Error);
      return false;
    }
  }

  return {
    release,
    look() {
      try {
        const left = free();
        const present = size();
        if (present === SIZE ? left < SHORT : present > 0 && left < AMPLE) release();
        else if (present < SIZE && left > AMPLE + SIZE) make(place());
      } catch (error) {
        // Not there yet, or nobody's to write: there is no reserve then, and nothing else changes.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error as Error);
      }
    },
  };
}

/** Writes it whole; of bytes that no file system can make smaller. */
function make(file: string): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    const block = randomBytes(MB);
    for (let written = 0; written < SIZE; written += MB) writeSync(handle, block);
  } finally {
    closeSync(handle);
  }
}
