/** Reads bytes of a data file, and says what they are when they are no text in UTF-8. */
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';

interface Unread {
  readonly message: string;
  readonly fix: string;
}

export const IS_FOLDER: Unread = { message: 'a folder, where a file belongs', fix: 'write a file of that name' };

/** Why a file cannot be read, or must not be: the data is what is under its root. */
export async function unreadable(root: string, file: string): Promise<Unread | undefined> {
  const where = path.join(root, file);
  try {
    if (!(await lstat(where)).isSymbolicLink()) return undefined;
    const inside = path.relative(await realpath(root), await realpath(where));
    if (!inside.startsWith('..') && !path.isAbsolute(inside)) return undefined;
    return { message: 'a link that leads out of the data', fix: 'write the file itself here' };
  } catch {
    return { message: 'a link that leads nowhere', fix: 'write the file itself here' };
  }
}

const UTF8 = 'save the file as UTF-8';

/** The text of a file. */
export function decode(bytes: Uint8Array): string | Unread {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || bytes.subarray(0, 64).includes(0)) return { message: 'the file is UTF-16', fix: UTF8 };
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { message: 'the file is not UTF-8, but GBK or another encoding', fix: UTF8 };
  }
}
