/** The password digest of the wire, as the browser makes it: needed where the server itself knows a password (seeds, the list of common ones). */
import { createHash } from 'node:crypto';
import { thirds } from '../../engine/digest.ts';
import type { Line } from '../../generated/config.ts';

export type DigestSettings = Pick<Line, 'passwordDigest' | 'passwordSalt'>;

/** Name of a digest version, kept with each credential. */
export function digestVersion(line: DigestSettings): string {
  return `${line.passwordDigest}:${line.passwordSalt}`;
}

/** The digest of a password as the line names it, lower hex; the password itself where it names none. */
export function wireDigest(password: string, line: DigestSettings): string {
  if (line.passwordDigest === 'none') return password;
  const salted = thirds(password.normalize('NFC'))
    .map((part) => part + line.passwordSalt)
    .join('');
  return createHash(line.passwordDigest === 'thirds-salted-sha1' ? 'sha1' : 'sha256')
    .update(salted)
    .digest('hex');
}
