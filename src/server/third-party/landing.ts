/**
 * What a provider sent a visitor back with, and whether this browser may bring it: only the one that began. By an address it shows
 * the flow cookie that the state was begun with; by a post from the provider's page the cookie made for that; into a frame neither
 * may come, so what came is kept for a receipt that only the page around the frame is told, and redeems with its own flow cookie.
 */
import type { KnownProvider } from '../../engine/pack.ts';
import type { Returned } from '../ports/identity.ts';
import type { Flows } from '../sessions/flow.ts';
import type { KeyRing } from '../types.ts';
import { comesByPost, isFromOwnPage, isMadeFor, isPostOf } from './posts.ts';
import type { KnownState } from './states.ts';

/** Longest code, credential and user kept, characters. */
const LONGEST = 4096;
/** Longest reason told to the operators, characters. */
const LONGEST_REASON = 64;

/** What it comes to: something to exchange, a visitor who said no, or a fault of the provider or of our own settings. */
export type Came =
  | { readonly kind: 'returned'; readonly returned: Returned }
  | { readonly kind: 'refused' }
  | { readonly kind: 'fault'; readonly returned: Returned; readonly reason: string };

/** Errors of a provider that is down or busy. Every other one that is no refusal is about our own settings. */
const OUTAGES: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);
/** Errors that a counter tells apart; whatever else a provider, or an address, says is one more. */
const COUNTED: ReadonlySet<string> = new Set([
  ...OUTAGES,
  'access_denied',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'redirect_uri_mismatch',
  'unauthorized_client',
  'unsupported_response_type',
]);

/** The label of a reason in a counter. */
export const countedReason = (reason: string): string => (COUNTED.has(reason) ? reason : 'other');

/** A field given once and not too long; anything else says nothing. */
export function field(fields: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = fields.getAll(name);
  return value === undefined || value === '' || more.length > 0 || value.length > LONGEST ? undefined : value;
}

function fault(kind: NonNullable<Returned['fault']>, reason: string): Came {
  const clean = reason.replace(/[^\w.:-]/g, '').slice(0, LONGEST_REASON);
  return { kind: 'fault', returned: { fault: kind }, reason: clean || 'unreadable' };
}

/** What fields say, DingTalk's own word for a code included. An error counts before any code beside it. */
export function cameWith(fields: URLSearchParams, { errors, parameter, silent }: KnownProvider['refusals']): Came {
  const said = parameter === undefined ? undefined : field(fields, parameter);
  if (said !== undefined && said !== '0') return { kind: 'refused' };
  if (fields.has('error')) {
    const error = field(fields, 'error') ?? '';
    if (errors.includes(error)) return { kind: 'refused' };
    return fault(OUTAGES.has(error) ? 'unavailable' : 'misconfigured', error);
  }
  const code = field(fields, 'authCode') ?? field(fields, 'code');
  const credential = field(fields, 'credential');
  if (code !== undefined) {
    const user = field(fields, 'user');
    // One that is there and unreadable is not one that is missing.
    const iss = fields.has('iss') ? { iss: field(fields, 'iss') ?? '' } : {};
    return { kind: 'returned', returned: { code, ...iss, ...(user === undefined ? {} : { user }) } };
  }
  if (credential !== undefined) return { kind: 'returned', returned: { credential } };
  const isEmpty = ['authCode', 'code', 'credential'].every((name) => fields.getAll(name).every((each) => each === ''));
  return silent && isEmpty ? { kind: 'refused' } : fault('misconfigured', isEmpty ? 'empty' : 'unreadable');
}

/** How something came in. */
export interface Landing {
  readonly isPosted: boolean;
  /** What the browser says that it fetches this for; older ones do not. */
  readonly dest: string | undefined;
  /** The browser's; none where it sent no such cookie. */
  readonly flows: Flows;
  /** The cookie for posts. */
  readonly post: string | undefined;
  /** The word that a button's script left in a cookie, and the one that was posted. */
  readonly csrf: { readonly cookie: string | undefined; readonly posted: string | undefined };
  readonly came: Came;
}

/** Whether the browser that began brings it, in the way that it was begun with. */
export function isOwn(keys: KeyRing, provider: KnownProvider, state: KnownState, landing: Landing): boolean {
  const { isPosted, dest, flows, post } = landing;
  const isFramed = state.way === 'frame';
  if (dest !== undefined && dest !== (isFramed ? 'iframe' : 'document')) return false;
  if (isPosted !== comesByPost(provider, state.way)) return false;
  if (isPosted) return isPostOf(keys, post, state.flow);
  const { present, former } = flows;
  if (present === undefined) return isFramed;
  return present === state.flow || (state.isOwned && former.includes(state.flow));
}

/**
 * Whether what came is of the kind that the state waits for. The credential of a provider's button comes by a post alone, with the word
 * that our page with the button knows, and our nonce.
 */
export function isExpected({ posts }: KnownProvider, { way, nonce }: KnownState, { came, csrf }: Landing): boolean {
  const credential = came.kind === 'returned' ? came.returned.credential : undefined;
  if (way !== 'post' || posts) return credential === undefined;
  if (!isFromOwnPage(csrf.posted, csrf.cookie)) return false;
  return came.kind !== 'returned' || (credential !== undefined && isMadeFor(credential, nonce));
}
