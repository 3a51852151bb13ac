/** Reading the files of a release, and what is told of those that cannot be read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, PlainError } from '../plain-error.ts';

/** The release cannot be served; the sentence says why and what to do. */
export class ReleaseError extends PlainError {}

/** What releases, lines and languages are called. */
export const NAME = /^[A-Za-z0-9_-]+$/;

const BUILD = 'Run npm run build';

/** @throws ReleaseError for a file that is not there, or no JSON */
export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ReleaseError(`The file ${file} of the release cannot be read (${nameOf(error)}). ${BUILD} again.`, {
      cause: error,
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReleaseError(`The file ${file} of the release is damaged: it is no JSON. ${BUILD} again.`, {
      cause: error,
    });
  }
}

/** The id that `current.json` of a folder names. @throws ReleaseError */
export function namedRelease(distDir: string): string {
  const file = join(distDir, 'current.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ReleaseError(
      `There is no release to serve: ${file} cannot be read (${nameOf(error)}). ${BUILD}, or set DIST_DIR to the folder that has one.`,
      { cause: error },
    );
  }
  const id = idIn(text);
  if (id === undefined || !NAME.test(id))
    throw new ReleaseError(`${file} names no release. ${BUILD}, or write ${choices(distDir)}.`);
  return id;
}

/** @throws ReleaseError where a folder has no release of that id */
export function refuseMissing(distDir: string, id: string): void {
  if (releasesIn(distDir).includes(id)) return;
  const file = join(distDir, 'current.json');
  throw new ReleaseError(
    `${file} names the release ${id}, which is not there. ${BUILD}, or write ${choices(distDir)}.`,
  );
}

function idIn(text: string): string | undefined {
  try {
    const { release } = JSON.parse(text) as { release?: unknown };
    return typeof release === 'string' ? release : undefined;
  } catch {
    return undefined;
  }
}

function releasesIn(distDir: string): readonly string[] {
  try {
    return readdirSync(join(distDir, 'releases')).filter((name) => !name.endsWith('.tmp'));
  } catch {
    return [];
  }
}

/** What may stand in `current.json`. */
function choices(distDir: string): string {
  const ids = releasesIn(distDir);
  return ids.length === 0 ? 'there {"release":"<id>"}' : ids.map((id) => `{"release":"${id}"}`).join(' or ');
}
