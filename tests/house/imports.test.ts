/** Who may import whom (docs/architecture.md). */
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
  server: ['server', 'engine', 'generated', 'tools'],
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
      } else if (/^node:/.test(from) && !['server', 'tools'].includes(folder) && folder !== 'server') {
        faults.push(`${file} imports ${from}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

test('the server takes only the build and the data reader from the tools', () => {
  const taken = filesBelow('src/server').flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => from.includes('/tools/'))
      .map(({ from }) => `${file} ${from}`),
  );
  for (const line of taken) expect(line).toMatch(/^src\/server\/(start|seed-command|host)\.ts /);
});

test('only the tools read schemas/ and lines/ from disk', async () => {
  const { literalsOf } = await import('./source.ts');
  const readers = ['engine', 'browser', 'actions', 'widgets', 'screens', 'theme']
    .flatMap((folder) => filesBelow(join('src', folder)))
    .flatMap(literalsOf)
    .filter(({ value }) => /^(\.\/)?(schemas|lines)\//.test(value));
  expect(readers).toEqual([]);
});
