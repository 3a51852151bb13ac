/** What test files came to is kept for as long as nothing that they read has changed, and no longer. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { INPUTS, keepTests, SKIPPED, skipKept } from '../../src/tools/kept-tests.ts';

const home = process.cwd();
let root: string;

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  // Older than the run that reads it.
  for (const path of [file, dirname(file)]) utimesSync(join(root, path), 1, 1);
}

const TEST = 'tests/one.test.ts';

/** A run in which the test file read these, and passed or did not. */
function ran(inputs: readonly string[], status = 'passed', startTime = 5000): void {
  put(`${INPUTS}/${TEST.replaceAll('/', '+')}.json`, JSON.stringify(inputs));
  const testResults = [{ name: join(root, TEST), status, assertionResults: [{}, {}] }];
  put('report.json', JSON.stringify({ startTime, testResults }));
  keepTests('report.json');
}

const kept = (): number => skipKept(true, () => true);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-'));
  process.chdir(root);
  root = process.cwd();
  for (const file of [TEST, 'package-lock.json', 'src/a.ts', 'schemas/b.json', 'lines/x/line.json', 'data/c.json'])
    put(file, `content of ${file}`);
});

afterEach(() => {
  process.chdir(home);
  rmSync(root, { recursive: true, force: true });
});

test('a file that passed is left out, with its tests counted', () => {
  ran([`file:${TEST}`, 'file:src/a.ts']);
  expect(kept()).toBe(2);
  expect(JSON.parse(readFileSync(SKIPPED, 'utf8'))).toEqual([join(root, TEST)]);
});

test.each<[string, string, () => void]>([
  ['a file that it read', 'file:data/c.json', () => put('data/c.json', 'other')],
  ['a file that it read and that is gone', 'file:data/c.json', () => rmSync('data/c.json')],
  ['a file that it looked for and that came', 'exists:data/d.json', () => put('data/d.json', '')],
  ['a folder that it listed', 'folder:data', () => put('data/d.json', '')],
  ['a tree below a folder', 'tree:data', () => put('data/deep/d.json', '')],
  ['the sources, which a program of it may read', 'sources:', () => put('src/b.ts', '')],
  ['the data, which a program of it may read', 'everything:', () => put('lines/x/line.json', 'other')],
  ['a program that it starts', 'program:data/c.json', () => put('data/c.json', 'longer than it was before')],
  ['the packages', `file:${TEST}`, () => put('package-lock.json', 'other')],
  ['itself', `file:${TEST}`, () => put(TEST, 'other')],
])('it runs again when %s changed', (_, input, change) => {
  ran([`file:${TEST}`, input]);
  expect(kept()).toBe(2);
  change();
  expect(kept()).toBe(0);
});

test.each<[string, string, () => void]>([
  ['a file that it did not read', 'file:data/c.json', () => put('data/d.json', '')],
  ['what is in a file of a folder that it listed', 'folder:data', () => put('data/c.json', 'other')],
  ['the data, when its programs read sources only', 'sources:', () => put('lines/x/line.json', 'other')],
])('it does not run again for %s', (_, input, change) => {
  ran([`file:${TEST}`, input]);
  change();
  expect(kept()).toBe(2);
});

test('nothing is kept of a file that failed, that left no inputs, or whose inputs changed while it ran', () => {
  ran([`file:${TEST}`], 'failed');
  expect(kept()).toBe(0);
  ran(['file:data/c.json'], 'passed', 500);
  expect(kept()).toBe(0);
  ran([`file:${TEST}`]);
  expect(kept()).toBe(2);
  rmSync(INPUTS, { recursive: true });
  keepTests('report.json');
  expect(kept()).toBe(0);
});

test('a build server leaves nothing out, and neither does a part of the tests count the rest', () => {
  ran([`file:${TEST}`]);
  expect(skipKept(false, () => true)).toBe(0);
  expect(JSON.parse(readFileSync(SKIPPED, 'utf8'))).toEqual([]);
  expect(skipKept(true, (file) => file.startsWith('tests/engine/'))).toBe(0);
});
