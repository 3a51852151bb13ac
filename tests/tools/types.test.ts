import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const tsx = path.resolve('node_modules/.bin/tsx');

test('the generated types are those of the grammar', () => {
  expect(() => execFileSync(tsx, ['src/tools/types.ts', '--check'], { stdio: 'pipe' })).not.toThrow();
});

test('the reference in the documents is that of the grammar', () => {
  expect(() => execFileSync(tsx, ['src/tools/reference.ts', '--check'], { stdio: 'pipe' })).not.toThrow();
});

test('generated files say so on their first line', () => {
  for (const file of readdirSync('src/generated')) {
    expect(readFileSync(path.join('src/generated', file), 'utf8')).toMatch(/^(\/\/|\/\*\*?|#).*[Gg]enerated/);
  }
});
