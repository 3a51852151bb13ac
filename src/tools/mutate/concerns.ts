/** Which test files a source file concerns: all that load it, by whichever way, the nearest first. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesBelow } from '../source-files.ts';

/** Files of ours that a file loads when it runs: neither types alone, nor packages. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const told = [
    ...module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some((each) => !each.isType)),
    ...module.staticExports.flatMap(({ entries }) => entries.filter((each) => !each.isType)),
  ].flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const later = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
  );
  return [...told, ...later].filter((name) => name.startsWith('.')).map((name) => join(dirname(file), name));
}

export type Concerns = (file: string) => readonly string[];

/** Reads who loads whom, once for all questions. */
export function readConcerns(): Concerns {
  const files = ['src', 'tests'].flatMap(filesBelow);
  const loaders = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const file of files) for (const loaded of loadedBy(file)) loaders.get(loaded)?.push(file);
  return (file) => {
    const far = new Map([[file, 0]]);
    // A map's keys go on while new ones come.
    for (const [reached, steps] of far)
      for (const loader of loaders.get(reached) ?? []) if (!far.has(loader)) far.set(loader, steps + 1);
    return [...far]
      .filter(([name]) => /\.test\.tsx?$/.test(name))
      .sort(([one, near], [other, further]) => near - further || (one < other ? -1 : 1))
      .map(([name]) => name);
  };
}
