/** The flow cookie: what codes, proofs and sign-in tokens are bound to, so that only the browser that asked may use them. */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { CallContext } from '../types.ts';

const SHAPE = /^[0-9A-Za-z_-]{43}$/;

/** Digest of the flow that a cookie holds; undefined for none, or one that was never given out. */
export function flowDigest(cookie: string | undefined): string | undefined {
  return cookie !== undefined && SHAPE.test(cookie) ? sha256(cookie) : undefined;
}

/** Digest of the flow that this browser has, without giving it one. */
export function heldFlow(context: Pick<CallContext, 'cookies'>): string | undefined {
  return flowDigest(context.cookies.get('flow'));
}

/** Digest of this browser's flow; sets the cookie on first use. */
export function flowOf(context: Pick<CallContext, 'cookies'>): string {
  const held = heldFlow(context);
  if (held !== undefined) return held;
  const made = newSecret();
  context.cookies.set('flow', made);
  return sha256(made);
}
