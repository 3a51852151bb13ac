/** Compiles the repository's lines for the tests (compile-lines.ts): written in many small files. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledLine, compileLine } from '../src/tools/compile-line.ts';
import { loadData } from '../src/tools/load.ts';
import { resolveAll } from '../src/tools/resolve.ts';
import { KEY, ORDER } from './compile-lines.ts';

const [root = '.', kept = '', key = ''] = process.argv.slice(2);

/** An object as a folder, `deep` levels down; what is below them is a file. */
function write(folder: string, value: object, deep: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ORDER), JSON.stringify(Object.keys(value)));
  for (const [name, each] of Object.entries(value)) {
    if (deep > 0 && typeof each === 'object' && each !== null && !Array.isArray(each))
      write(join(folder, name), each, deep - 1);
    else if (each !== undefined) writeFileSync(join(folder, `${name}.json`), JSON.stringify(each));
  }
}

/**
 * The same line with names of packs and catalogues and builds that do not change with their content: a page knows
 * those of its language, and would be another one with every sentence.
 */
function withSteadyNames(line: CompiledLine): CompiledLine {
  let text = JSON.stringify(line);
  for (const [language, { shell }] of Object.entries(line.languages)) {
    const names = [shell.packs, shell.catalogue].flatMap(
      (address) => /[a-z]+-[0-9a-f]{12}/.exec(String(address)) ?? [],
    );
    for (const name of names) text = text.replaceAll(name, `${name.split('-')[0]}-${line.name}-${language}`);
    text = text.replaceAll(`"build":"${shell.build}"`, `"build":"build-${line.name}-${language}"`);
  }
  return JSON.parse(text) as CompiledLine;
}

const options = { main: '/assets/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
const half = `${kept}.${process.pid}`;
const { lines } = resolveAll(await loadData(root));
mkdirSync(half, { recursive: true });
writeFileSync(join(half, ORDER), JSON.stringify(Object.keys(lines)));
for (const [name, line] of Object.entries(lines)) {
  const { languages, ...rest } = withSteadyNames(compileLine(line, options));
  write(join(half, name), rest, 1);
  write(join(half, name, 'languages'), languages, 2);
  writeFileSync(join(half, name, ORDER), JSON.stringify(['name', 'server', 'languages', 'files']));
}
writeFileSync(join(half, KEY), key);
rmSync(kept, { recursive: true, force: true });
renameSync(half, kept);
