/** Files stay small enough to be read at once; what is generated is what its generator gives now. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

// Types and the table of areas have tests of their own beside their generators.
test.each(['reference', 'api-docs'])('what src/tools/%s.ts writes is fresh', (tool) => {
  const run = (): string =>
    execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', `src/tools/${tool}.ts`, '--check'], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(run).not.toThrow();
});
