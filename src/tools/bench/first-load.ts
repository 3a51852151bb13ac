/** Bytes of a page's first load: its HTML (styles are inline), and every script and sheet it names or those import. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

export const brotli = (content: Buffer | string): Buffer =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

/** Files of this kind count; pictures and other screens' data do not. */
const COUNTED = /\.(js|css)$/;
const NAMED = /(?:src|href)="?([^"\s>]+)/g;
/** `import "./a.js"`, `from "./a.js"`; an `import()` loads later, or never. */
const IMPORTED = /(?:\bimport|\bfrom)\s*["']([^"']+)["']/g;

/** Names carry a hash of the content, so a name's size never changes. */
const known = new Map<string, number>();

function sizeOf(name: string, content: Buffer | string): number {
  const size = known.get(name) ?? brotli(content).length;
  known.set(name, size);
  return size;
}

export interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
}

export interface FirstLoad {
  readonly html: number;
  /** Scripts and sheets, largest first. */
  readonly files: readonly LoadedFile[];
  /** Brotli bytes of all of them. */
  readonly bytes: number;
}

/**
 * @param read gives an asset by file name, or undefined when there is none.
 * @throws when the page names a script that is missing, or none at all.
 */
export function firstLoad(html: string, read: (name: string) => Buffer | string | undefined): FirstLoad {
  const found = new Map<string, number>();
  const follow = (address: string): void => {
    const name = basename(address.split('?')[0] ?? '');
    if (!COUNTED.test(name) || found.has(name)) return;
    const content = read(name);
    if (content === undefined) throw new Error(`The page loads ${address}, which is not among the assets.`);
    found.set(name, sizeOf(name, content));
    for (const [, imported = ''] of content.toString('utf8').matchAll(IMPORTED)) follow(imported);
  };
  // Scripts of data are read by the page's code; what looks like an address in them is not loaded.
  const markup = html.replace(/<script type="application\/json"[\s\S]*?<\/script>/g, '');
  for (const [, address = ''] of markup.matchAll(NAMED)) follow(address);
  if (found.size === 0) throw new Error('The page loads no script.');
  const files = [...found].map(([name, bytes]) => ({ name, bytes })).sort((a, b) => b.bytes - a.bytes);
  const own = brotli(html).length;
  return { html: own, files, bytes: files.reduce((sum, file) => sum + file.bytes, own) };
}

/** Reads assets from a folder. */
export const assetsOf =
  (folder: string) =>
  (name: string): Buffer | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined;
