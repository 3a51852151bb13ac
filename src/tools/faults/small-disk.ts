/** A real file system of a few hundred megabytes, to be filled: a tmpfs, which takes root (or a namespace of its own) on Linux. */
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MB = 1024 * 1024;

export interface SmallDisk {
  readonly directory: string;
  free(): number;
  /** Fills it until so many bytes are left; with 0, to the last one that it gives. */
  fill(bytesLeft: number): void;
  /** Takes away what filled it. */
  empty(): void;
  close(): void;
}

/** Why a file system cannot be mounted here; undefined where it can. */
export function cannotMount(): string | undefined {
  if (process.platform !== 'linux') return 'file systems of a given size are mounted on Linux only';
  try {
    smallDisk(1).close();
    return undefined;
  } catch (error) {
    return `mounting is not permitted here: ${(error as Error).message}`;
  }
}

/** @throws when mounting is not permitted */
export function smallDisk(megabytes: number): SmallDisk {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-disk-'));
  chmodSync(directory, 0o755);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'foyer-disk', directory], {
    stdio: 'pipe',
  });
  const filler = join(directory, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  };
  return {
    directory,
    free,
    fill(bytesLeft) {
      const handle = openSync(filler, 'a');
      try {
        for (const size of [MB, 4096]) fillBy(handle, size, () => bytesLeft === 0 || free() - bytesLeft >= size);
      } finally {
        closeSync(handle);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    close() {
      execFileSync('umount', ['-l', directory], { stdio: 'pipe' });
      rmdirSync(directory);
    },
  };
}

/** Writes blocks while it should and the disk takes them. */
function fillBy(handle: number, size: number, isWanted: () => boolean): void {
  const block = Buffer.alloc(size, 1);
  try {
    while (isWanted()) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
