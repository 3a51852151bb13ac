/**
 * The password's form on the wire. It protects nothing by itself (TLS does): the server treats the digest as the
 * password. It exists because the service's back ends expect it.
 */
import type { LineFacts } from './pack.ts';

export type DigestName = LineFacts['passwordDigest'];

/** Cuts a text in three by code points: a floor of a third each, the rest to the last. */
export function thirds(text: string): readonly [string, string, string] {
  const points = Array.from(text);
  const size = Math.floor(points.length / 3);
  return [points.slice(0, size).join(''), points.slice(size, 2 * size).join(''), points.slice(2 * size).join('')];
}

async function hex(algorithm: 'SHA-256' | 'SHA-1', text: string): Promise<string> {
  const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Digests a password (its NFC form) as the line says, with the salt after each third.
 * @returns lower-case hex, or the password itself for `none`.
 * @throws where WebCrypto is missing (a page not served over TLS).
 */
export async function digestPassword(name: DigestName, salt: string, password: string): Promise<string> {
  if (name === 'none') return password;
  const salted = thirds(password.normalize('NFC'))
    .map((part) => part + salt)
    .join('');
  return hex(name === 'thirds-salted-sha256' ? 'SHA-256' : 'SHA-1', salted);
}
