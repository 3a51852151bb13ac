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

/** Whether an address is absolute, https, without user information, and on one of the listed origins. */
function allowed(source: string, origins: readonly string[]): string | undefined {
  // Browsers drop tabs and line breaks, and read a backslash as a slash: neither belongs into an honest address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\u0000-\u0020\u007f\\]/.test(source) || !URL.canParse(source)) return undefined;
  const url = new URL(source);
  if (url.username !== '' || url.password !== '') return undefined;
  return origins.includes(url.origin) && url.protocol === 'https:' ? url.href : undefined;
}

/** The source when its origin is on the line's list, else the line's home, as an absolute address. */
export function leaveAddress({ to, source, redirects, origin }: LeaveRequest): string {
  const back = to === 'source-or-home' && source !== undefined ? allowed(source, redirects.origins) : undefined;
  return back ?? new URL(redirects.homeUrl, origin).href;
}

/** An address that the service answered with: a path of this origin, or https without user information; else undefined. */
export function answeredAddress(address: unknown, origin: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (typeof address !== 'string' || address === '' || /[\u0000-\u0020\u007f\\]/.test(address)) return undefined;
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.origin === origin || url.protocol === 'https:' ? url.href : undefined;
}
