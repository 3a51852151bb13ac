import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { publish, type ReleaseContent } from '../../src/tools/publish.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'publish-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const content = (text: string): ReleaseContent => ({
  lines: ['one'],
  files: { 'pages/one/en/sign-in.html': `<p>${text}</p>`, 'pages/one/en/sign-in.json': '{}' },
  assets: { 'shared.js': 'export default 1;', [`pack-${text}.json`]: `"${text}"` },
});
const options = (now: number) => ({ dist: path.join(folder, 'dist'), cache: path.join(folder, 'cache'), now });
const read = (file: string) => readFile(path.join(folder, 'dist', file));
const current = async () => (JSON.parse(String(await read('current.json'))) as { release: string }).release;

test('a release stands whole, its pages and assets compressed beside them', async () => {
  const { release } = await publish(content('a'), options(1000));
  expect(await current()).toBe(release);
  const page = `releases/${release}/pages/one/en/sign-in.html`;
  expect(String(await read(page))).toBe('<p>a</p>');
  expect(brotliDecompressSync(await read(`${page}.br`)).toString()).toBe('<p>a</p>');
  expect(brotliDecompressSync(await read('assets/shared.js.br')).toString()).toBe('export default 1;');
  expect(JSON.parse(String(await read(`releases/${release}/release.json`)))).toEqual({
    id: release,
    grammar: 1,
    builtAt: '1970-01-01T00:00:01.000Z',
    lines: ['one'],
    assets: ['pack-a.json', 'shared.js'],
    compression: 'best',
  });
});

test.each([[''], ['https://api.example']])('a release says where its pages call the API: "%s"', async (apiBase) => {
  const { release } = await publish({ ...content('a'), apiBase }, options(1000));
  expect(JSON.parse(String(await read(`releases/${release}/release.json`)))).toMatchObject({ apiBase });
});

test('what was compressed quickly is compressed as well as can be for visitors, and stays so', async () => {
  const long = { ...content('a'), assets: { 'shared.js': readFileSync('package-lock.json', 'utf8').slice(0, 50000) } };
  const size = async () => (await read('assets/shared.js.br')).length;
  const told = async (id: string) => JSON.parse(String(await read(`releases/${id}/release.json`))).compression;
  const { release } = await publish(long, { ...options(1000), compression: 'quick' });
  const quick = await size();
  expect(await told(release)).toBe('quick');
  expect(await publish(long, options(2000))).toEqual({ release, compressed: 2 });
  const best = await size();
  expect(best).toBeLessThan(quick);
  expect(await told(release)).toBe('best');
  await publish(long, { ...options(3000), compression: 'quick' });
  expect(await size()).toBe(best);
  expect(await told(release)).toBe('best');
});

test('the same content is the same release, and nothing is compressed again', async () => {
  const first = await publish(content('a'), options(1000));
  expect(first.compressed).toBe(3);
  expect(await publish(content('a'), options(2000))).toEqual({ release: first.release, compressed: 0 });
});

test('only what changed is compressed', async () => {
  await publish(content('a'), options(1000));
  expect((await publish(content('b'), options(2000))).compressed).toBe(2);
});

test('the last three releases stay with their assets; older ones go', async () => {
  const ids: string[] = [];
  for (const [at, text] of ['a', 'b', 'c', 'd'].entries()) {
    ids.push((await publish(content(text), options(1000 * at))).release);
  }
  expect((await readdir(path.join(folder, 'dist/releases'))).sort()).toEqual(ids.slice(1).sort());
  const assets = await readdir(path.join(folder, 'dist/assets'));
  expect(assets).toEqual(expect.arrayContaining(['pack-b.json', 'pack-d.json', 'pack-d.json.br', 'shared.js']));
  expect(assets).not.toContain('pack-a.json');
  expect(assets).not.toContain('pack-a.json.br');
});

test('publishing an old content again makes it current', async () => {
  const { release } = await publish(content('a'), options(1000));
  await publish(content('b'), options(2000));
  await publish(content('a'), options(3000));
  expect(await current()).toBe(release);
});

test('two processes that publish at once both end well, and one that died holds nothing up', async () => {
  await publish(content('a'), options(1000));
  // No process has this id: its lock is left over.
  await writeFile(path.join(folder, 'dist/publishing.lock'), '2147483646');
  const both = await Promise.all([publish(content('b'), options(2000)), publish(content('c'), options(3000))]);
  expect(both.map(({ release }) => release)).toContain(await current());
  expect(await readdir(path.join(folder, 'dist/releases'))).toHaveLength(3);
  expect(await readdir(path.join(folder, 'dist'))).not.toContain('publishing.lock');
});

test('assets of equal content are compressed at the same moment, and all of them stand', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `screen-${index}.json`);
  const assets = Object.fromEntries(names.map((name) => [name, '{"the":"same"}'.repeat(200)]));
  await publish({ ...content('a'), assets }, options(1000));
  for (const name of names) expect(brotliDecompressSync(await read(`assets/${name}.br`)).toString()).toBe(assets[name]);
});

test.each([
  ['a process that lives', String(process.ppid), `Process ${process.ppid} publishes there`],
  ['nobody who can be named', '', 'does not say who. Delete that file'],
])('whoever waits for %s to publish is told so, and goes on afterwards', async (_name, holder, told) => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const lock = path.join(folder, 'dist/publishing.lock');
  await mkdir(path.join(folder, 'dist'), { recursive: true });
  await writeFile(lock, holder);
  const published = publish(content('a'), options(1000));
  while (said.mock.calls.length === 0) await new Promise((next) => setTimeout(next, 50));
  expect(said.mock.calls.map(String)).toEqual([expect.stringContaining(told)]);
  await rm(lock);
  expect((await published).release).toBe(await current());
  said.mockRestore();
});
