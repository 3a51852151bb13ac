/** The first production environment as docs/operators.md writes it: a start takes it, and nothing before the start stops it. */
import { readFileSync } from 'node:fs';
import { parseSettings } from '../../../src/server/settings.ts';
import { VENDORS } from '../../../src/server/vendors/list.ts';

const text = readFileSync('docs/operators.md', 'utf8');
const [, block = ''] = /A first production environment:\n\n```sh\n([\s\S]*?)```/.exec(text) ?? [];

test('its settings allow a start', () => {
  const env = Object.fromEntries(
    [...block.matchAll(/^export ([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const [, rings = ''] = /for ring in ([A-Z ]+); do export KEYS_\$ring=/.exec(block) ?? [];
  for (const ring of rings.split(' ')) env[`KEYS_${ring}`] = `k1:${'A'.repeat(43)}=`;
  expect(Object.keys(env)).toContain('DATABASE_URL');
  expect(() => parseSettings(env, 'serve', VENDORS)).not.toThrow();
});

test('its commands are those that succeed with the lines that come along', () => {
  const last = block.trim().split('\n').at(-1) ?? '';
  expect(last.split(' && ')).toEqual(['npm ci', 'npm run build', 'node dist/server.js']);
});
