/**
 * A later page of a form to which nothing was brought from the page before leads back there before anything is shown, as
 * the page itself would later (`leadsBack`). It stands in the page itself, which names the page before.
 */
export function leadBack(key: string): void {
  let kept: { proven?: { pages?: unknown; secret?: boolean } } | null = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(key) as string);
  } catch {
    // Nothing can be kept here, so nothing was.
  }
  const { pages, secret } = kept?.proven ?? {};
  if (pages && !secret) return;
  document.documentElement.hidden = true;
  location.replace(document.currentScript?.dataset.before + location.search);
}
