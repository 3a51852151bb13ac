/**
 * What a link's address carries leaves it before anything else of the page runs, and before anything is shown: this entry
 * of the history alone still knows it, for the page's scripts, however late they come. It stands in the page itself.
 */
export function hideAddress(): void {
  const { search, pathname, hash } = location;
  if (search !== '') history.replaceState({ ...history.state, search }, '', pathname + hash);
}
