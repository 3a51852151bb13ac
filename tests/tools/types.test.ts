import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { callTypes } from '../../src/tools/call-types.ts';
import { headerSets } from '../../src/tools/implied.ts';
import { loadData, overlay } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';

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

describe('codes that a header set implies', () => {
  const OTHER = 'Session.Other';

  test('are of every call that is sent with it, by itself or by an event, and of no other', async () => {
    const sources = await loadData('.');
    const text = callTypes(sources);
    for (const line of Object.values(resolveAll(sources).lines)) {
      const sets = headerSets(line);
      expect(sets.get('send-verify-code')).toContain('account');
      for (const [id, { fails }] of Object.entries(line.calls.calls)) {
        expect([id, fails.filter((code) => code === OTHER).length]).toEqual([id, sets.get(id)?.has('account') ? 1 : 0]);
        const typed = new RegExp(`'${id}': \\{[^}]*\\}`).exec(text)?.[0] ?? '';
        expect([id, typed.includes(`'${OTHER}'`)]).toEqual([id, sets.get(id)?.has('account')]);
      }
    }
  });

  test('are in the documents, with the header set', async () => {
    const reference = readFileSync('docs/api.md', 'utf8').split(/^## /m);
    const openApi = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
    const named = reference.filter((part) => /^Header sets: .*`account`/m.test(part));
    expect(named.length).toBeGreaterThan(25);
    for (const part of reference.filter((each) => each.includes('Fails with:')))
      expect([part.split('\n')[0], part.includes(`\`${OTHER}\``)]).toEqual([part.split('\n')[0], named.includes(part)]);
    const listing = Object.values(openApi.paths as Record<string, Record<string, object>>).flatMap((methods) =>
      Object.values(methods).filter((operation) => JSON.stringify(operation).includes(OTHER)),
    );
    expect(listing.length).toBeGreaterThanOrEqual(named.length);
    // Only its pages for signed-in people name an account: nobody else has to be one.
    expect(openApi.paths['/api/sso/verify/sendVerifyCode'].post.security).toContainEqual({});
    expect(openApi.paths['/api/foyer/phone'].post.security).not.toContainEqual({});
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
