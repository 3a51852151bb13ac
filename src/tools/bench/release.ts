/** Reads the current release of `dist/` as the server does, for the benches that need to know what is served. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLine } from '../../engine/pack.ts';
import { openReleases } from '../../server/http/release.ts';

export interface Release {
  readonly id: string;
  readonly folder: string;
  /** Compressed as for visitors; otherwise it is for a server on this machine and for tests. */
  readonly isBest: boolean;
  readonly lines: readonly ServerLine[];
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Where releases are: the setting `DIST_DIR`, else `dist`. */
export const distFolder = (): string => process.env.DIST_DIR ?? 'dist';

/** The release that `dist/current.json` (or that of `DIST_DIR`) names. Throws with what to do when nothing is built. */
export function currentRelease(dist = distFolder()): Release {
  let id: string;
  try {
    id = json<{ release: string }>(join(dist, 'current.json')).release;
  } catch {
    throw new Error(`There is no ${join(dist, 'current.json')}. Run: npm run build`);
  }
  const folder = join(dist, 'releases', id);
  const { compression } = json<{ compression?: string }>(join(folder, 'release.json'));
  const releases = openReleases({ distDir: dist, pollMilliseconds: 0 });
  const lines = releases.current().lines.map(({ server }) => server);
  releases.close();
  return {
    id,
    folder,
    isBest: compression === undefined || compression === 'best',
    lines,
  };
}

/** A line by name. Throws when the release has none. */
export function lineOf(release: Release, name: string): ServerLine {
  const found = release.lines.find((line) => line.name === name);
  if (!found)
    throw new Error(
      `Release ${release.id} has no line ${name}, only ${release.lines.map((line) => line.name).join(', ')}.`,
    );
  return found;
}

/** The first route of a screen. Throws when the line has none. */
export function routeOf(line: ServerLine, screen: string): string {
  const route = line.line.routes[screen]?.[0];
  if (!route) throw new Error(`Line ${line.name} has no route for ${screen}.`);
  return route;
}

/** `?lang=` that asks for a language, whatever the line's default is. */
export function languageQuery(line: ServerLine, language: string): string {
  const named = Object.entries(line.line.languages.query ?? {}).find(([, value]) => value === language)?.[0];
  return `?lang=${named ?? language}`;
}

/** A page of the current release, as a visitor gets it. @throws when there is none. */
export async function pageHtml(line: string, language: string, screen: string, dist = distFolder()): Promise<string> {
  const releases = openReleases({ distDir: dist, pollMilliseconds: 0, runsForms: true });
  try {
    const page = await releases.current().page(line, language, screen);
    if (page === undefined) throw new Error(`${line} has no ${screen} in ${language}.`);
    return page.html.toString('utf8');
  } finally {
    releases.close();
  }
}
