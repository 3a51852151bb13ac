/** A release that the start would refuse is refused when it is published, too: the last good one goes on serving. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerLine } from '../../../src/engine/pack.ts';
import { withDatabase } from '../database.ts';
import { testApp } from './app.ts';
import { FIXTURE_LINES, writeRelease } from './fixture.ts';
import { type Running, startProcess, until } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-refused-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const [alpha, beta] = FIXTURE_LINES as [ServerLine, ServerLine];
const withCall = {
  ...alpha,
  calls: { ...alpha.calls, unheard: { method: 'POST', path: '/api/test/unheard', fails: [] } },
};
const withProvider = { ...alpha, providers: { odd: { adapter: 'unspoken' } } };

const REFUSED: readonly (readonly [what: string, setting: string, lines: readonly object[], says: RegExp])[] = [
  ['without the line of LINE', 'LINE', [beta], /LINE is alpha, which is no line/],
  ['without the line of FALLBACK_LINE', 'FALLBACK_LINE', [beta], /FALLBACK_LINE is alpha, which is no line/],
  ['with a call that nothing answers', 'LINE', [withCall, beta], /calls without a handler: unheard/],
  ['with a provider that nothing speaks to', 'LINE', [withProvider, beta], /providers without an adapter: unspoken/],
];

describe.each(['LINE', 'FALLBACK_LINE'])('a server with %s', (setting) => {
  const distDir = join(directory, setting);
  let server: Running;
  beforeAll(async () => {
    writeRelease(distDir, 'good');
    server = await startProcess({
      DATABASE_URL: database.url,
      DATA_DIR: join(directory, 'data'),
      DIST_DIR: distDir,
      [setting]: 'alpha',
    });
  });
  afterAll(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });

  it.each(REFUSED.filter(([, of]) => of === setting))(
    'keeps the last good release: one %s',
    async (what, _, lines, says) => {
      const id = what.replaceAll(/\W/g, '-');
      writeRelease(distDir, id, lines as readonly ServerLine[]);
      const log = (): string | undefined =>
        server
          .output()
          .split('\n')
          .find((each) => each.includes(`"release":"${id}"`));
      await until(() => log() !== undefined);
      expect(log()).toContain('the new release is broken; the last good one stays');
      expect(log()).toMatch(says);
      for (const path of ['/healthz', '/readyz', '/api/test/look']) {
        const answer = await fetch(`${server.url}${path}`);
        expect([path, answer.status]).toEqual([path, 200]);
      }
      expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ release: 'good' });
    },
  );
});

describe('a server that cannot even tell the line', () => {
  it.each([
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/sso'],
    ['GET', '/%c0%ae'],
    ['POST', '/api/test/echo'],
  ] as const)('tells nobody why: %s %s', async (method, url) => {
    const { app, distDir, releases, logs, close } = await testApp(database, { env: { FALLBACK_LINE: 'alpha' } });
    writeRelease(distDir, 'strange', [beta]);
    releases.reload();
    const answer = await app.inject({
      method,
      url,
      headers: { host: 'elsewhere.example' },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/plain']);
    expect(answer.body).toBe('Something failed here. Try again later.\n');
    expect(logs()).toContain('alpha');
    await close();
  });
});
