/** Who may import whom (docs/architecture.md). */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { filesBelow, importsOf } from './source.ts';

/** Folder → folders of ours it may take from. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  engine: ['engine', 'generated'],
  browser: ['browser', 'engine', 'generated'],
  theme: ['theme', 'generated'],
  actions: ['actions', 'engine', 'browser', 'theme', 'generated'],
  widgets: ['widgets', 'engine', 'theme', 'generated'],
  screens: ['screens', 'actions', 'widgets', 'engine', 'browser', 'theme', 'generated'],
  server: ['server', 'engine', 'generated', 'tools', 'sandbox'],
  sandbox: ['sandbox', 'server', 'engine', 'generated'],
  tools: ['tools', 'engine', 'generated', 'screens', 'theme', 'browser', 'widgets', 'server'],
};

const folderOf = (path: string): string => relative('src', path).split('/')[0] ?? '';

test.each(Object.keys(allowed))('src/%s imports only what it may', (folder) => {
  const faults: string[] = [];
  for (const file of filesBelow(join('src', folder))) {
    for (const { from } of importsOf(file)) {
      if (from.startsWith('.')) {
        const target = folderOf(join(dirname(file), from));
        if (!allowed[folder]?.includes(target)) faults.push(`${file} imports ${from}`);
      } else if (folder === 'theme' && !/^(react|react-dom|@rjsf\/utils)(\/|$)/.test(from)) {
        faults.push(`${file} imports ${from}`);
      } else if (/^node:/.test(from) && !['server', 'sandbox', 'tools'].includes(folder)) {
        faults.push(`${file} imports ${from}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test('the server imports no tools: it starts them as programs', () => {
  const taken = filesBelow('src/server').flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => from.includes('/tools/'))
      .map(({ from }) => `${file} ${from}`),
  );
  expect(taken).toEqual([]);
});

test('connections to PostgreSQL are made in two places, where somebody listens when they end', () => {
  const makers = filesBelow('src/server').filter((file) =>
    importsOf(file).some(({ from, typeOnly }) => from === 'pg' && !typeOnly),
  );
  expect(makers.sort()).toEqual(['src/server/db/client.ts', 'src/server/db/pool.ts']);
});

/** What is imported below a folder, as `<file> <path from the root>`. */
const taken = (folder: string): readonly (readonly [file: string, target: string])[] =>
  filesBelow(folder).flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from }) => [file, join(dirname(file), from)] as const),
  );

test('vendors are handed to the server by its entries, and so is what stands in for them', () => {
  const VENDORS = 'src/server/vendors/';
  const within = (file: string, vendor: string): boolean => file.startsWith(`${VENDORS}${vendor}/`);
  const faults = taken('src').filter(([file, target]) => {
    const [, vendor] = /^src\/server\/vendors\/([^/]+)\//.exec(target) ?? [];
    if (vendor !== undefined)
      return !within(file, vendor) && file !== `${VENDORS}list.ts` && !file.startsWith(`src/sandbox/${vendor}/`);
    if (target === `${VENDORS}list.ts`) return !/^src\/server\/(main|settings-table)\.ts$/.test(file);
    if (target.startsWith('src/sandbox/'))
      return !file.startsWith('src/sandbox/') && !/^src\/server\/(start|seed)\.ts$/.test(file);
    return false;
  });
  expect(faults).toEqual([]);
});

test("ports hold types alone, but for the error and the limit of identity's contract", () => {
  const faults = filesBelow('src/server/ports').flatMap((file) =>
    /^(export )?(const|function|class|let|enum) /m.test(readFileSync(file, 'utf8')) ? [file] : [],
  );
  expect(faults.sort()).toEqual(['src/server/ports/identity.ts']);
});

test('only the tools read schemas/ and lines/ from disk', async () => {
  const { literalsOf } = await import('./source.ts');
  const readers = ['engine', 'browser', 'actions', 'widgets', 'screens', 'theme']
    .flatMap((folder) => filesBelow(join('src', folder)))
    .flatMap(literalsOf)
    .filter(({ value }) => /^(\.\/)?(schemas|lines)\//.test(value));
  expect(readers).toEqual([]);
});
