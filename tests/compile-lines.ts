/**
 * Before any test: the repository's lines as the compiler makes them, written out in many small files, so that a test
 * file's inputs (inputs.cjs) are what it asked for and no more. Nothing is done while what they are made from is the same.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = process.cwd();
export const KEPT = join(ROOT, '.cache/compiled-lines');
/** Names of a folder's entries in their own order, which a folder does not keep. */
export const ORDER = '.order.json';
/** File that says what the folder was made from. */
export const KEY = 'key';
const WRITER = join(ROOT, 'tests/write-lines.ts');
/** The server is not part of what makes a line. */
const NOT_READ = new Set(['server', 'register-static']);

function addTo(hash: ReturnType<typeof createHash>, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_READ.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addTo(hash, path);
    else hash.update(`${path}\0`).update(readFileSync(path));
  }
}

/** Hash of everything that a compiled line depends on. */
function contentKey(): string {
  const hash = createHash('sha256').update(process.version).update(readFileSync(WRITER));
  hash.update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const folder of ['schemas', 'lines', 'src']) addTo(hash, join(ROOT, folder));
  return hash.digest('hex').slice(0, 16);
}

export default function compileLines(): void {
  const key = contentKey();
  try {
    if (readFileSync(join(KEPT, KEY), 'utf8') === key) return;
  } catch {
    // None yet.
  }
  // In a process of its own: Jest reads a setup without its own map of modules.
  execFileSync(process.execPath, ['--import', 'tsx', WRITER, ROOT, KEPT, key], { stdio: 'inherit' });
}

if (process.argv[1]?.endsWith('compile-lines.ts')) compileLines();
