/**
 * The cookie of providers that come back with a form posted from their own page, which brings no cookie of ours but one
 * that says `SameSite=None`. It belongs to the browser's flow, so that several tabs share it, and proves nothing else.
 */
import { timingSafeEqual } from 'node:crypto';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, KeyRing } from '../types.ts';

const POSTING: ReadonlySet<string> = new Set(['apple']);
const SHAPE = /^([a-z0-9-]{1,16})\.([0-9A-Za-z_-]{43})$/;

const signed = (flow: string): string => `third-party post\n${flow}`;

/** Whether a provider comes back with a posted form. */
export function isPosting(provider: string): boolean {
  return POSTING.has(provider);
}

/** Gives this browser the cookie, where the provider needs it. */
export function rememberForPosts(context: CallContext, provider: string): void {
  if (!isPosting(provider)) return;
  const { keyId, value } = context.keys.sign('cookie', signed(flowOf(context)));
  context.cookies.set('post', `${keyId}.${value}`, { maxAgeSeconds: 3600 });
}

/** Whether a cookie is the one of the browser with this flow. */
export function isPostOf(keys: KeyRing, cookie: string | undefined, flow: string): boolean {
  const [, keyId, value] = SHAPE.exec(cookie ?? '') ?? [];
  const expected = keyId && value ? keys.signWith('cookie', keyId, signed(flow)) : undefined;
  if (!expected || !value || expected.length !== value.length) return false;
  return timingSafeEqual(Buffer.from(expected), Buffer.from(value));
}
