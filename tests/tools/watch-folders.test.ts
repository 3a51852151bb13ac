/** Every way in which a file comes to stand below a watched folder is told, by the file's path or a folder's around it. */
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type FolderWatch, watchFolders } from '../../src/tools/watch-folders.ts';

let root: string;
let watch: FolderWatch;
let told: Set<string>;

const write = (file: string): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), String(Math.random()));
};
const remove = (place: string): void => rmSync(join(root, place), { recursive: true });
const move = (from: string, to: string): void => renameSync(join(root, from), join(root, to));
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'foyer-watch-'));
  for (const file of ['lines/a/messages/en.json', 'lines/a/line.json', 'new/messages/en.json']) write(file);
  told = new Set();
  watch = watchFolders(root, ['lines'], (place) => told.add(place));
});
afterEach(() => {
  watch.close();
  rmSync(root, { recursive: true });
});

/** Whether a file or a folder around it is told of within the time. */
async function isTold(file: string): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ([...told].some((place) => place === file || file.startsWith(`${place}/`))) return true;
    await pause(20);
  }
  return false;
}

const FILE = 'lines/a/messages/en.json';
const WAYS: readonly [string, () => void][] = [
  ['it is written over', () => write(FILE)],
  ['it is deleted', () => remove(FILE)],
  ['another takes its place', () => [write('new.json'), move('new.json', FILE)]],
  ['its folder is deleted', () => remove('lines/a/messages')],
  ['its folder is moved away', () => move('lines/a/messages', 'elsewhere')],
  [
    'another folder takes the place of its own',
    () => [remove('lines/a/messages'), move('new/messages', dirname(FILE))],
  ],
  ['the folder around its folder goes and comes back', () => [move('lines/a', 'kept'), move('kept', 'lines/a')]],
];

test.each(WAYS)('a file is told of when %s', async (_, change) => {
  change();
  expect(await isTold(FILE)).toBe(true);
});

test.each(WAYS)('and again when it is written after %s', async (_, change) => {
  change();
  await isTold(FILE);
  await pause(100);
  write('lines/a/line.json');
  write(FILE);
  await pause(100);
  told.clear();
  write(FILE);
  expect(await isTold(FILE)).toBe(true);
});

test.each([
  ['goes', () => remove('lines/a/messages')],
  ['is moved away', () => move('lines/a/messages', 'elsewhere')],
  ['is touched', () => chmodSync(join(root, 'lines/a/messages'), 0o700)],
])('a folder that %s is told of by its own path', async (_, change) => {
  change();
  expect(await isTold('lines/a/messages')).toBe(true);
  await pause(100);
  expect([...told]).not.toContain('lines/a/messages/messages');
});

test('a file in folders that are new is told of', async () => {
  write('lines/b/screens/deep/one.json');
  expect(await isTold('lines/b/screens/deep/one.json')).toBe(true);
  await pause(100);
  told.clear();
  write('lines/b/screens/deep/one.json');
  expect(await isTold('lines/b/screens/deep/one.json')).toBe(true);
});

test('nothing is told of what is hidden, stands elsewhere, or is watched no more', async () => {
  for (const file of ['lines/a/.en.json.swp', 'new/messages/en.json']) write(file);
  await pause(200);
  watch.close();
  write(FILE);
  await pause(200);
  expect([...told]).toEqual([]);
});
