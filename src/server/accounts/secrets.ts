/** Random values, and digests of them. */
import { createHash, randomBytes } from 'node:crypto';

/** A random secret of 256 bits, base64url (43 characters). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, lower hex. Enough for stored secrets of 256 random bits; anything guessable is digested with a key. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
