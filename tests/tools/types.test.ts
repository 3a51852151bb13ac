import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callTypes } from '../../src/tools/call-types.ts';
import { loadData, overlay } from '../../src/tools/load.ts';

const tsx = path.resolve('node_modules/.bin/tsx');

test('the generated types are those of the grammar', () => {
  expect(() => execFileSync(tsx, ['src/tools/types.ts', '--check'], { stdio: 'pipe' })).not.toThrow();
});

describe('codes of a call', () => {
  test('are those of every line, patched or not, and every one of the catalogue has its type', async () => {
    const changes = {
      'lines/avica/calls.json': '{ "calls": { "session": { "fails": ["Made.Here"] } } }',
      'lines/avica/errors.json': '{ "codes": { "Made.Here": { "shows": "alert" } } }',
    };
    const text = callTypes(overlay(await loadData('.'), changes));
    const session = /'session': \{[^}]*\}/.exec(text)?.[0] ?? '';
    expect(session).toContain("| 'Made.Here'");
    expect(session).toContain("| '602'");
    expect(/ErrorCode =[^;]*;/.exec(text)?.[0]).toContain("| 'Made.Here'");
  });

  test('that no call lacks stand once', async () => {
    const text = callTypes(await loadData('.'));
    expect(/CommonCode =[^;]*;/.exec(text)?.[0]).toContain("| 'ServiceUnavailable'");
    expect(text.match(/'ServiceUnavailable'/g)).toHaveLength(2);
  });
});

test('the reference in the documents is that of the grammar', () => {
  expect(() => execFileSync(tsx, ['src/tools/reference.ts', '--check'], { stdio: 'pipe' })).not.toThrow();
});

test('generated files say so on their first line', () => {
  for (const file of readdirSync('src/generated')) {
    expect(readFileSync(path.join('src/generated', file), 'utf8')).toMatch(/^(\/\/|\/\*\*?|#).*[Gg]enerated/);
  }
});
