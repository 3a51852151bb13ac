/**
 * What is posted to a redirect address from a provider's own page: a form with a code, or the credential of its button. Such a
 * post brings no cookie of ours but one that says `SameSite=None`. It belongs to the browser's flow, so that several tabs share it,
 * and proves nothing else.
 */
import { decodeJwt } from 'jose';
import type { KnownProvider } from '../../engine/pack.ts';
import { isSame } from '../accounts/secrets.ts';
import type { Way } from '../ports/identity.ts';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, KeyRing } from '../types.ts';

const SHAPE = /^([a-z0-9-]{1,16})\.([0-9A-Za-z_-]{43})$/;

const signed = (flow: string): string => `third-party post\n${flow}`;

type Posting = Pick<KnownProvider, 'posts'>;

/** Whether what comes back of a sign-in begun this way is posted. */
export const comesByPost = ({ posts }: Posting, way: Way): boolean => way === 'post' || posts === true;

/** Gives this browser the cookie, where what comes back is posted. */
export function rememberForPosts(context: CallContext, provider: Posting, way: Way): void {
  if (!comesByPost(provider, way)) return;
  const { keyId, value } = context.keys.sign('cookie', signed(flowOf(context)));
  context.cookies.set('post', `${keyId}.${value}`, { maxAgeSeconds: 3600 });
}

/** Whether a cookie is the one of the browser with this flow. */
export function isPostOf(keys: KeyRing, cookie: string | undefined, flow: string): boolean {
  const [, keyId, value] = SHAPE.exec(cookie ?? '') ?? [];
  const expected = keyId && value ? keys.signWith('cookie', keyId, signed(flow)) : undefined;
  return expected !== undefined && value !== undefined && isSame(expected, value);
}

/** The word that a button's script keeps in a cookie of our host and its provider posts back. */
export const CSRF = 'g_csrf_token';

/**
 * Whether the page that began it is the one whose button was pressed: both words are there, and the same. Another site can post
 * a form here, but sets no cookie of this host.
 */
export function isFromOwnPage(posted: string | undefined, cookie: string | undefined): boolean {
  return posted !== undefined && cookie !== undefined && cookie !== '' && isSame(posted, cookie);
}

/** Whether a credential says that it was made for this nonce. Who signed it is judged by the call that ends the sign-in. */
export function isMadeFor(credential: string, nonce: string): boolean {
  try {
    const { nonce: made } = decodeJwt(credential);
    return nonce !== '' && typeof made === 'string' && isSame(made, nonce);
  } catch {
    return false;
  }
}
