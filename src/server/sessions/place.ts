/** Where a browser is, in words. */

/** Country, in the asking page's language, and network, as far as they are known. */
export function placeOf(language: string, country: string | null, place: string | null): string | undefined {
  const named = country === null ? undefined : new Intl.DisplayNames([language], { type: 'region' }).of(country);
  return [named, place].filter(Boolean).join(' · ') || undefined;
}
