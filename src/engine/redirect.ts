/** Where the browser may be sent. Decided from the resolved address, at the moment of use. */
import type { LineFacts } from './pack.ts';

export interface LeaveRequest {
  readonly to: 'source-or-home' | 'home';
  /** Address that the visitor came from, as the query brought it. */
  readonly source: string | undefined;
  readonly redirects: LineFacts['redirects'];
  /** Origin of this page. */
  readonly origin: string;
}

/** The resolved address when it is absolute, https, without user information, and on one of the listed origins. */
function allowed(source: string, origins: readonly string[]): string | undefined {
  // Browsers drop tabs and line breaks, and read a backslash as a slash: neither belongs into an honest address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\u0000-\u0020\u007f\\]/.test(source) || !URL.canParse(source)) return undefined;
  const url = new URL(source);
  if (url.username !== '' || url.password !== '') return undefined;
  return origins.includes(url.origin) && url.protocol === 'https:' ? url.href : undefined;
}

/** The exact origin of an address when it is one of the listed; undefined for anything else. */
export function listedOrigin(source: unknown, origins: readonly string[]): string | undefined {
  const found = typeof source === 'string' ? allowed(source, origins) : undefined;
  return found === undefined ? undefined : new URL(found).origin;
}

/** The source when its origin is on the line's list, else the line's home, as an absolute address. */
export function leaveAddress({ to, source, redirects, origin }: LeaveRequest): string {
  const back = to === 'source-or-home' && source !== undefined ? allowed(source, redirects.origins) : undefined;
  return back ?? new URL(redirects.homeUrl, origin).href;
}

/** An address of the line's own data: https without user information; undefined for anything else. */
export function lineAddress(address: string | undefined): string | undefined {
  return address === undefined ? undefined : allowed(address, URL.canParse(address) ? [new URL(address).origin] : []);
}

/** How a sentence names a site: its host without `www.`; empty for none. */
export const siteName = (address: string | undefined): string =>
  address === undefined ? '' : new URL(address).host.replace(/^www\./, '');

/** An http address of the machine that one looks from: what leaves it for there can be read by nobody on the way. */
const isOfThisMachine = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

/**
 * An address that the service answered with: a path of this origin, or https without user information; else undefined. It is
 * trusted as far as the service itself: which addresses there can be stands in the data and the settings of the operator, and no
 * request has a say in it. A page of a server on one's own machine may be sent on within that machine, where its stand-ins are.
 */
export function answeredAddress(address: unknown, origin: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (typeof address !== 'string' || address === '' || /[\u0000-\u0020\u007f\\]/.test(address)) return undefined;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.username !== '' || url.password !== '') return undefined;
  const isLocal = isOfThisMachine(url) && isOfThisMachine(new URL(origin));
  return url.origin === origin || url.protocol === 'https:' || isLocal ? url.href : undefined;
}
