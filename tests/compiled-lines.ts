/** The repository's lines as the compiler makes them: read from what `compile-lines.ts` wrote before the tests, as far as somebody asks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerLine } from '../src/engine/pack.ts';
import type { CompiledLine } from '../src/tools/compile-line.ts';
import { KEPT, ORDER } from './compile-lines.ts';

const parse = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** A folder as the object it was; an entry is read when somebody asks for it. */
function open(folder: string): object {
  const known = new Map<string, unknown>();
  const read = (name: string): unknown => {
    const file = join(folder, `${name}.json`);
    return existsSync(file) ? parse(file) : open(join(folder, name));
  };
  const get = (name: string): unknown => {
    if (!known.has(name)) known.set(name, read(name));
    return known.get(name);
  };
  const names = parse(join(folder, ORDER)) as readonly string[];
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => get(name) }])),
  );
}

let opened: Readonly<Record<string, CompiledLine>> | undefined;

/** Every line by name, with addresses `/assets/<file>` and no banners. */
export async function compiledLines(): Promise<Readonly<Record<string, CompiledLine>>> {
  opened ??= open(KEPT) as Readonly<Record<string, CompiledLine>>;
  return opened;
}

/** What the server has of every line. */
export async function serverLines(): Promise<Readonly<Record<string, ServerLine>>> {
  return Object.fromEntries(Object.entries(await compiledLines()).map(([name, { server }]) => [name, server]));
}
