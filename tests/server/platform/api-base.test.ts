/** Pages that were built to call the API elsewhere than the server lets them: told, where they would fail without a word. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOfApiBase } from '../../../src/server/api-base.ts';
import { buildSettings } from '../../../src/tools/build-settings.ts';
import { withDatabase } from '../database.ts';
import { FIXTURE_LINES, writeRelease } from './fixture.ts';
import { startProcess } from './process.ts';

const database = withDatabase();
const directory = mkdtempSync(join(tmpdir(), 'foyer-api-base-'));
afterAll(() => rmSync(directory, { recursive: true }));

const [one, other] = ['https://api.example.com', 'https://api.example.net'];
const SAME = 'empty (the origin of the pages)';

test.each<[built: string | undefined, set: string, told: string | undefined]>([
  ['', '', undefined],
  [one, one, undefined],
  // A release of before, which does not say.
  [undefined, '', undefined],
  [undefined, one, undefined],
  ['', one, `API_BASE is ${one}, and was ${SAME} when the release abc was built`],
  [one, '', `API_BASE is ${SAME}, and was ${one} when the release abc was built`],
  [one, other, `API_BASE is ${other}, and was ${one} when the release abc was built`],
])('built for %j and served with %j', (apiBase, set, told) => {
  const problems = problemsOfApiBase({ id: 'abc', apiBase }, { apiBase: set });
  expect(problems).toEqual(told === undefined ? [] : [expect.stringContaining(told)]);
});

test('a server does not start with such a release, and starts with its own', async () => {
  const distDir = join(directory, 'dist');
  writeRelease(distDir, 'one', FIXTURE_LINES, 'one', one);
  const env = { DATABASE_URL: database.url, DIST_DIR: distDir, DATA_DIR: join(directory, 'data') };
  await expect(startProcess(env)).rejects.toThrow(
    /^The settings do not allow a start:\n {2}- API_BASE is empty[^\n]+\n$/,
  );
  const server = await startProcess({ ...env, API_BASE: one });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

describe('a build', () => {
  test.each([
    [{}, { dist: '/root/dist', apiBase: '' }],
    [
      { DIST_DIR: ' ', API_BASE: ' ' },
      { dist: '/root/dist', apiBase: '' },
    ],
    [
      { DIST_DIR: '/srv/releases', API_BASE: one },
      { dist: '/srv/releases', apiBase: one },
    ],
  ])('reads %j as the server does', (env, expected) => {
    expect(buildSettings('/root', env)).toEqual(expected);
  });

  test.each([`${one}/`, `${one}/api`, 'api.example.com'])('refuses API_BASE=%s, as the server does', (API_BASE) => {
    expect(() => buildSettings('/root', { API_BASE })).toThrow(/^API_BASE holds .* which is no origin/);
  });
});
