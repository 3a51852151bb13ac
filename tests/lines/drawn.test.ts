/** What a server draws is what is written for hosts of files: every page and pack, of every line, in every language. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openReleases, type ReleaseSource } from '../../src/server/http/release.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-drawn-'));
const drawn = join(folder, 'drawn');
let written: string;
let source: ReleaseSource;

beforeAll(() => {
  // In a process of its own: only there modules are imported from their text.
  execFileSync(process.execPath, ['--import', 'tsx', 'tests/lines/write-releases.ts', folder]);
  const { release } = JSON.parse(readFileSync(join(folder, 'written/current.json'), 'utf8')) as { release: string };
  written = join(folder, 'written/releases', release);
  source = openReleases({ distDir: drawn, pollMilliseconds: 0 });
}, 300000);
afterAll(() => {
  source?.close();
  rmSync(folder, { recursive: true, force: true });
});

const json = (file: string): object => JSON.parse(readFileSync(file, 'utf8')) as object;
const sorted = (about: object): string => JSON.stringify(Object.entries(about).sort(([a], [b]) => (a < b ? -1 : 1)));

test('every page, with what the server must know of it', async () => {
  const release = source.current();
  const wrong: string[] = [];
  let count = 0;
  for (const { name, server } of release.lines) {
    for (const language of server.line.languages.offered) {
      for (const screen of new Set(Object.values(server.paths))) {
        const place = join(written, 'pages', name, language, screen);
        const page = await release.page(name, language, screen);
        if (page === undefined) throw new Error(`${place} is not drawn.`);
        const { html, brotli: _, etag: __, runs: ___, ...about } = page;
        count += 1;
        if (!html.equals(readFileSync(`${place}.html`))) wrong.push(`${place}: the page`);
        if (sorted(about) !== sorted(json(`${place}.json`))) wrong.push(`${place}: what is said of it`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(
    readdirSync(join(written, 'pages'), { recursive: true }).filter((file) => /html$/.test(String(file))).length,
  );
}, 300000);

test('every pack, by the name that pages have for it', async () => {
  const release = source.current();
  const assets = join(folder, 'written/assets');
  const packs = readdirSync(assets).filter((name) => /^pack-.*json$/.test(name));
  const found = packs.map(async (name) => {
    const files = await Promise.all(release.lines.map((line) => release.assetOf(line.name, name)));
    const file = files.find((each) => each !== undefined);
    return file !== undefined && readFileSync(join(drawn, 'assets', file)).equals(readFileSync(join(assets, name)));
  });
  expect((await Promise.all(found)).filter((isThere) => !isThere)).toEqual([]);
  expect(packs.length).toBeGreaterThan(500);
});

test('what the server reads of each line', () => {
  for (const { name, server } of source.current().lines)
    expect({ ...server }).toEqual(json(join(written, 'lines', `${name}.json`)));
});

test('there is no page of another language, screen or line', async () => {
  const release = source.current();
  const [{ name }] = release.lines as [(typeof release.lines)[number]];
  for (const [line, language, screen] of [
    [name, 'xx', 'sign-in'],
    [name, 'en', 'no-such-screen'],
    [name, 'en', 'constructor'],
    [name, 'constructor', 'sign-in'],
    ['nobody', 'en', 'sign-in'],
    [name, 'en', '../sign-in'],
  ])
    expect(await release.page(line ?? '', language ?? '', screen ?? '')).toBeUndefined();
  expect(await release.assetOf(name, 'pack-000000000000-sign-in.json')).toBeUndefined();
});
