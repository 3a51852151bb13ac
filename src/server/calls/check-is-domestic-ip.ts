/** `check-is-domestic-ip`: where the visitor's address is, and whether that is the other site's region. It decides nothing. */
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'check-is-domestic-ip'> = async (_request, { country, line: { line } }) => {
  // An address that nobody knows counts as being where the line is.
  const isDomestic = country === undefined ? line.zone === 'domestic' : line.domesticCountries.includes(country);
  const otherSite = line.otherZone !== undefined && isDomestic !== (line.zone === 'domestic');
  return { code: 200, data: { isDomestic, countryId: country ?? '', otherSite } };
};
