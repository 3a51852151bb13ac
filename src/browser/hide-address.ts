/**
 * What the server took out of a page's address, for the page's scripts: this entry of the history knows it as if it had
 * come with the address, which holds nothing of it any more. Stands in the page itself, before anything else that runs.
 */
export function hideAddress(): void {
  const { dataset } = document.documentElement;
  const { search } = dataset;
  if (search === undefined) return;
  delete dataset.search;
  history.replaceState({ ...history.state, search }, '', location.pathname + location.hash);
}
