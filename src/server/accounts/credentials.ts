/**
 * Stored passwords: Argon2id (19 MiB, two passes, one lane) over HMAC-SHA256(pepper, digest of the wire). The pepper's key
 * id and the digest's version stand beside each hash. Hashing waits in the bounded queue and never runs inside a transaction.
 */
import type { Options } from '@node-rs/argon2';
import type { Line } from '../../generated/config.ts';
import { hashThreads } from '../limits/hash-threads.ts';
import { hashQueue } from '../limits/hashing.ts';
import type { KeyRing } from '../types.ts';
import { newSecret } from './secrets.ts';
import { digestVersion } from './wire-digest.ts';

// Argon2id; the package's own name for it is an ambient constant that isolated modules cannot read.
const OPTIONS: Options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** A password ready to store. */
export interface Credential {
  readonly hash: string;
  readonly pepperKey: string;
  readonly digest: string;
}

/** Hashes a digest of the wire. Rejects with `OverloadedError` when the queue is full. */
export async function makeCredential(
  keys: KeyRing,
  line: Pick<Line, 'passwordDigest' | 'passwordSalt'>,
  password: string,
): Promise<Credential> {
  const { keyId, value } = keys.sign('pepper', password);
  return {
    hash: await hashQueue.run(() => hashThreads.hash(value, OPTIONS)),
    pepperKey: keyId,
    digest: digestVersion(line),
  };
}

let decoy: Promise<string> | undefined;

/**
 * Whether a digest of the wire is the stored password. Without a credential the same work is done on a decoy and the
 * answer is false, so that time tells nothing. Rejects with `OverloadedError` when the queue is full.
 */
export async function isPassword(
  keys: KeyRing,
  stored: Pick<Credential, 'hash' | 'pepperKey'> | undefined,
  password: string,
): Promise<boolean> {
  const peppered = stored && keys.signWith('pepper', stored.pepperKey, password);
  if (stored && peppered) return hashQueue.run(() => hashThreads.verify(stored.hash, peppered));
  decoy ??= hashThreads.hash(newSecret(), OPTIONS).catch((error) => {
    decoy = undefined;
    throw error;
  });
  const against = await decoy;
  const value = keys.sign('pepper', password).value;
  await hashQueue.run(() => hashThreads.verify(against, value));
  return false;
}
