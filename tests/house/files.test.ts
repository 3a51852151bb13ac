/** Files stay small enough to be read at once; what is generated is what its generator gives now. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { filesBelow } from './source.ts';

/** Longest source file, lines. */
const LONGEST = 300;

test(`no source file is longer than ${LONGEST} lines, except generated ones`, () => {
  const files = filesBelow('src').filter((file) => !file.startsWith('src/generated/'));
  expect(files.length).toBeGreaterThan(150);
  const long = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LONGEST);
  expect(long).toEqual([]);
});

/** What stands at the top of the repository: everything else has a folder. */
const TOP = [
  '.ci',
  '.editorconfig',
  '.gitignore',
  '.npmrc',
  '.parcelrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'biome.json',
  'deploy',
  'docs',
  'jest.config.js',
  'lines',
  'package-lock.json',
  'package.json',
  'schemas',
  'src',
  'tests',
  'tsconfig.json',
];

test('nothing else was left at the top of the repository', () => {
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replaceAll('/', ''));
  const found = readdirSync('.').filter((name) => name !== '.git' && !ignored.includes(name));
  expect(found.sort()).toEqual(TOP);
});

// Types and the table of areas have tests of their own beside their generators.
test.each(['reference', 'api-docs'])('what src/tools/%s.ts writes is fresh', (tool) => {
  const run = (): string =>
    execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', `src/tools/${tool}.ts`, '--check'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run).not.toThrow();
});
