/** The flow cookie: what codes, proofs and sign-in tokens are bound to, so that only the browser that asked may use them. */
import { newSecret, sha256 } from '../accounts/secrets.ts';
import type { CallContext } from '../types.ts';

const SHAPE = /^[0-9A-Za-z_-]{43}$/;

/** Digest of this browser's flow; sets the cookie on first use. */
export function flowOf(context: CallContext): string {
  const held = context.cookies.get('flow');
  if (held && SHAPE.test(held)) return sha256(held);
  const made = newSecret();
  context.cookies.set('flow', made);
  return sha256(made);
}
