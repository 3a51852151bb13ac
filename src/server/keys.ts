/** Rings of secret keys by purpose. The first key of a ring is used for new values, all are accepted for old ones. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from './data-dir.ts';
import { nameOf, PlainError } from './plain-error.ts';
import type { KeyPurpose, KeyRing } from './types.ts';

export const PURPOSES: readonly KeyPurpose[] = ['pepper', 'cookie', 'outbox', 'identifier'];

/** One ring as settings give it: at least one key, the newest first. */
export type Ring = readonly { readonly id: string; readonly secret: Buffer }[];
export type Rings = Readonly<Record<KeyPurpose, Ring>>;

const SECRET_BYTES = 32;

/** Parses `id:base64,id:base64`; throws with a sentence that says what is wrong. */
export function parseRing(text: string): Ring {
  const seen = new Set<string>();
  return text.split(',').map((entry) => {
    const [, id, encoded] = /^\s*([a-z0-9-]{1,16}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(entry) ?? [];
    if (!id || !encoded) throw new Error('it must be id:base64 pairs separated by commas, ids of a-z, 0-9 and -');
    if (seen.has(id)) throw new Error(`the id ${id} stands twice`);
    seen.add(id);
    const secret = Buffer.from(encoded, 'base64');
    if (secret.length < SECRET_BYTES) throw new Error(`the key ${id} must have at least ${SECRET_BYTES} bytes`);
    return { id, secret };
  });
}

export const localFile = (dataDir: string): string => join(dataDir, 'keys.json');

/** Keys of a development server, made once and kept in its data directory, readable by the present user only. */
export function localRings(dataDir: string): Rings {
  const file = localFile(dataDir);
  if (!existsSync(file)) {
    makeDataDir(dataDir);
    const made = Object.fromEntries(
      PURPOSES.map((purpose) => [purpose, `local:${randomBytes(SECRET_BYTES).toString('base64')}`]),
    );
    const fresh = `${file}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(made), { mode: 0o600 });
    try {
      linkSync(fresh, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(fresh, { force: true });
    }
  }
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<KeyPurpose, string>;
    return Object.fromEntries(PURPOSES.map((purpose) => [purpose, parseRing(kept[purpose])])) as unknown as Rings;
  } catch (error) {
    throw new PlainError(
      `The keys in ${file} cannot be read (${nameOf(error)}). Put the file back from a backup: what was made with its keys is lost without it.`,
      { cause: error },
    );
  }
}

interface Derived {
  readonly id: string;
  readonly signing: Buffer;
  readonly sealing: Buffer;
  /** Tells the key from others, and nothing of it. */
  readonly digest: string;
}

/** Signing and sealing never share a key, whatever the ring holds. */
function derive(purpose: KeyPurpose, ring: Ring): readonly Derived[] {
  const from = (secret: Buffer, use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `foyer/${purpose}/${use}`, 32));
  return ring.map(({ id, secret }) => ({
    id,
    signing: from(secret, 'sign'),
    sealing: from(secret, 'seal'),
    digest: from(secret, 'know').toString('base64url'),
  }));
}

export function createKeyRing(rings: Rings): KeyRing {
  const keys = Object.fromEntries(PURPOSES.map((purpose) => [purpose, derive(purpose, rings[purpose])])) as Record<
    KeyPurpose,
    readonly Derived[]
  >;
  const current = (purpose: KeyPurpose): Derived => {
    const [first] = keys[purpose];
    if (!first) throw new Error(`The key ring ${purpose} is empty.`);
    return first;
  };
  const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign(purpose, text) {
      const key = current(purpose);
      return { keyId: key.id, value: hmac(key.signing, text) };
    },
    signWith(purpose, keyId, text) {
      const key = keys[purpose].find(({ id }) => id === keyId);
      return key && hmac(key.signing, text);
    },
    ids: (purpose) => keys[purpose].map(({ id }) => id),
    digests: (purpose) => new Map(keys[purpose].map(({ id, digest }) => [id, digest])),
    seal(purpose, plain) {
      const key = current(purpose);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key.sealing, iv);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [key.id, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
    },
    open(purpose, sealed) {
      const [keyId = '', iv = '', tag = '', text = ''] = sealed.split('.');
      const key = keys[purpose].find(({ id }) => id === keyId);
      if (!key) return undefined;
      try {
        const cipher = createDecipheriv('aes-256-gcm', key.sealing, Buffer.from(iv, 'base64url'), {
          authTagLength: 16,
        });
        cipher.setAuthTag(Buffer.from(tag, 'base64url'));
        return Buffer.concat([cipher.update(Buffer.from(text, 'base64url')), cipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
