/** Pages call the API where they were built to; a server whose `API_BASE` is another forbids them to. */
import type { Release } from './http/release.ts';
import type { Settings } from './settings.ts';

const told = (apiBase: string): string => (apiBase === '' ? 'empty (the origin of the pages)' : apiBase);

/** What is wrong with a release for a server of these settings, one sentence each. */
export function problemsOfApiBase(
  { id, apiBase }: Pick<Release, 'id' | 'apiBase'>,
  settings: Pick<Settings, 'apiBase'>,
): readonly string[] {
  return apiBase === undefined || apiBase === settings.apiBase
    ? []
    : [
        `API_BASE is ${told(settings.apiBase)}, and was ${told(apiBase)} when the release ${id} was built: no call of its pages would arrive. Set it to the same for both.`,
      ];
}
