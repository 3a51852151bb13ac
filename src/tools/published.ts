/** How the watcher tells what was published: which files made it so, and how long it took. */
import { isAt } from './load.ts';

/** Files that are named; of more it says how many. */
const NAMED = 3;

export interface Published {
  /** Places that were told to have changed: files, or folders around them. */
  readonly places: Iterable<string>;
  /** Files of the data before and after: what is in neither was an editor's own, and is gone again. */
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  /** ms since the last save. */
  readonly took: number;
}

/** The line of the log. */
export function publishedText({ places, before, after, took }: Published): string {
  const real = [...new Set(places)].filter((place) =>
    [before, after].some((files) => files.has(place) || [...files].some((file) => isAt(file, place))),
  );
  // A folder is told of along with what is in it.
  const names = real.filter((place) => !real.some((other) => other !== place && isAt(other, place)));
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const what = names.length > 0 ? `${names.slice(0, NAMED).join(', ')}${more}: published` : 'Published';
  return `${what} in ${(took / 1000).toFixed(1)} s`;
}
