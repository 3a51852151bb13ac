/** Response headers that bind the browser. */
import { createHash } from 'node:crypto';
import { CALLBACK_PATH } from './cookies.ts';
import { queryOf } from './query.ts';

/** The policy's name for an inline style or script. */
export function inlineHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

export const styleHash = inlineHash;

export interface PageFacts {
  readonly styles: readonly string[];
  /** Of inline scripts: what runs before the page's own have come. */
  readonly scripts: readonly string[];
  readonly carriesToken: boolean;
  /** Address that it is asked for by. */
  readonly url: string;
  /** Set where the browser itself may post a form of the page. */
  readonly keeps?: unknown;
  readonly plain?: unknown;
  /** Whether other front ends may open it, by an address that tells where they are. */
  readonly bridges: boolean;
  /** Exact origins, or `'self'`, whose pages may open and frame this one; empty for none. */
  readonly bridgesTo: readonly string[];
  /** Whether third-party providers send visitors back to it. */
  readonly returns: boolean;
  /** Whether the line's pages open windows for third-party providers. */
  readonly opensWindows: boolean;
  readonly apiBase: string;
  readonly secure: boolean;
}

/** What an address may carry that is good for something: of a link, a scanned code, a sign-in or a real-name check at a provider. */
const SECRETS = ['token', 'ticket', 'state', 'verified'];

/**
 * What a browser says of the address to where it goes next: of one with a secret, nothing to anybody. A page of forms that the
 * browser may post by itself tells our own server alone, which asks who posts.
 */
function referrerPolicy(url: string, page?: PageFacts): string {
  if (page?.carriesToken || page?.bridges) return 'no-referrer';
  const query = queryOf({ url });
  if (!SECRETS.some((name) => query.has(name))) return 'strict-origin-when-cross-origin';
  return page?.keeps === undefined && page?.plain === undefined ? 'no-referrer' : 'same-origin';
}

export const REPORT_PATH = '/api/foyer/csp-report';

const hashesOf = (hashes: readonly string[]): string =>
  hashes
    .filter((hash) => /^sha(256|384|512)-[A-Za-z0-9+/=]+$/.test(hash))
    .map((hash) => ` '${hash}'`)
    .join('');

/** The policy of a prerendered page: nothing but our own files, what is inline by hash, no string ever becomes code. */
function pagePolicy({ styles, scripts, bridgesTo, returns, apiBase, secure }: PageFacts): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(scripts)}`,
    `style-src 'self'${hashesOf(styles)}`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${apiBase ? ` ${apiBase}` : ''}`,
    "worker-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${bridgesTo.length > 0 ? bridgesTo.join(' ') : returns ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
    `report-uri ${REPORT_PATH}`,
    'report-to foyer',
  ].join('; ');
}

/** Headers of every answer. */
export function commonHeaders(secure: boolean, url: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': referrerPolicy(url),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Headers of the frame that holds a line's data-collection script: an opaque origin that reaches nothing but the script's own. */
export function collectionHeaders(script: string): Record<string, string> {
  const { origin } = new URL(script);
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${origin}`,
      `connect-src ${origin}`,
      `img-src ${origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'origin',
  };
}

/**
 * A page that others may open, or that a provider's window comes back to, keeps its opener; one that opens such windows keeps hold of
 * them, and is kept from nobody else's.
 */
function openerPolicy({ bridgesTo, returns, opensWindows }: PageFacts): Record<string, string> {
  if (bridgesTo.length > 0 || returns) return { 'cross-origin-opener-policy': 'unsafe-none' };
  return opensWindows ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {};
}

/**
 * Who may open and frame a page whose address decides that: where providers send visitors back to stands in a window or a
 * frame of our own pages, and hands over to them.
 */
export const openedBy = (url: string): readonly string[] | undefined =>
  url.split('?')[0] === CALLBACK_PATH ? ["'self'"] : undefined;

/** Headers of a page, over the common ones. A page that others may open keeps its opener, and is framed by those alone. */
export function pageHeaders(facts: PageFacts): Record<string, string> {
  return {
    ...openerPolicy(facts),
    'content-security-policy': pagePolicy(facts),
    'reporting-endpoints': `foyer="${REPORT_PATH}"`,
    'referrer-policy': referrerPolicy(facts.url, facts),
  };
}
