/** Random values, digests of them, and whether two are the same. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random secret of 256 bits, base64url (43 characters). */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256, lower hex. Enough for stored secrets of 256 random bits; anything guessable is digested with a key. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Whether two words are the same, in a time that does not tell where they differ. They may be of any length and characters. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
