/**
 * The repository's lines as the compiler makes them. They are compiled once and kept by the content of all they are made
 * from, so that only the first test file that asks pays for it.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ServerLine } from '../src/engine/pack.ts';
import { type CompiledLine, compileLine } from '../src/tools/compile-line.ts';
import { loadData } from '../src/tools/load.ts';
import { resolveAll } from '../src/tools/resolve.ts';

const ROOT = resolve(__dirname, '..');
const KEPT = join(ROOT, '.cache/compiled-lines');
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
  const hash = createHash('sha256').update(process.version);
  hash.update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const folder of ['schemas', 'lines', 'src']) addTo(hash, join(ROOT, folder));
  return hash.digest('hex').slice(0, 16);
}

async function compileInto(folder: string): Promise<void> {
  const { lines } = resolveAll(await loadData(ROOT));
  const options = { main: '/assets/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
  const half = `${folder}.${process.pid}.tmp`;
  mkdirSync(half, { recursive: true });
  for (const [name, line] of Object.entries(lines)) {
    for (const [part, value] of Object.entries(compileLine(line, options)))
      writeFileSync(join(half, `${name}.${part}.json`), JSON.stringify(value));
  }
  try {
    renameSync(half, folder);
  } catch {
    // Another worker was first.
    rmSync(half, { recursive: true, force: true });
  }
  for (const old of readdirSync(KEPT))
    if (!join(KEPT, old).startsWith(folder)) rmSync(join(KEPT, old), { recursive: true, force: true });
}

const PARTS = ['name', 'server', 'languages', 'files'] as const satisfies readonly (keyof CompiledLine)[];

/** A part is read when somebody asks for it. */
function lazily<T extends object>(names: readonly string[], read: (name: string) => unknown): T {
  const known = new Map<string, unknown>();
  const get = (name: string): unknown => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => get(name) }])),
  ) as T;
}

async function open(): Promise<Readonly<Record<string, CompiledLine>>> {
  const folder = join(KEPT, contentKey());
  if (!existsSync(folder)) await compileInto(folder);
  const names = readdirSync(folder).flatMap((file) => /^(.+)\.name\.json$/.exec(file)?.[1] ?? []);
  return lazily(names, (name) =>
    lazily<CompiledLine>(PARTS, (part) => JSON.parse(readFileSync(join(folder, `${name}.${part}.json`), 'utf8'))),
  );
}

let opened: ReturnType<typeof open> | undefined;

/** Every line by name, with addresses `/assets/<file>` and no banners. */
export function compiledLines(): ReturnType<typeof open> {
  opened ??= open();
  return opened;
}

/** What the server has of every line. */
export async function serverLines(): Promise<Readonly<Record<string, ServerLine>>> {
  return Object.fromEntries(Object.entries(await compiledLines()).map(([name, { server }]) => [name, server]));
}
