import type { ActionRun } from './types.ts';

/** Fetches the line's first client download: the browser saves it and stays where it is. */
export const download: ActionRun = (_action, { downloads, location }) => {
  const [first] = downloads;
  if (first !== undefined) location.leave(new URL(first.url, location.origin).href);
};
