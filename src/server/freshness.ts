/** Whether the compiled release is older than what it is made from. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namedRelease, readJson } from './http/release-files.ts';

/** What a build reads. The server itself is not part of it. */
const SOURCES = ['schemas', 'lines', 'src', 'package.json', 'package-lock.json'];
const NOT_BUILT = new Set(['server', 'generated', 'bench']);
/** What pages are made of again after an edit (tools/workspace.ts); a copied folder may lack it. */
const BUNDLE = '.cache/bundle';
/** Served as they are. */
const STATIC = 'register-static';

export function hasRelease(distDir: string): boolean {
  return existsSync(join(distDir, 'current.json'));
}

/** @param apiBase what pages should have been built for */
export function isStale(distDir: string, apiBase: string): boolean {
  const built = statSync(join(distDir, 'current.json'), { throwIfNoEntry: false });
  return (
    !built ||
    !existsSync(BUNDLE) ||
    apiBaseOf(distDir) !== apiBase ||
    SOURCES.some((source) => newest(source) > built.mtimeMs)
  );
}

/** What the current release was built for; undefined where it does not say so, or cannot be read. */
function apiBaseOf(distDir: string): string | undefined {
  try {
    const about = readJson(join(distDir, 'releases', namedRelease(distDir), 'release.json'));
    return (about as { apiBase?: string }).apiBase;
  } catch {
    return undefined;
  }
}

function newest(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== STATIC && !NOT_BUILT.has(name))
    .reduce((latest, { name }) => Math.max(latest, newest(join(path, name))), 0);
}
