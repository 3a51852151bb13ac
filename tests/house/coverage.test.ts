/** Every statement of the specification names its data and its test; what is gone, or a section without rows, fails here. */
import { existsSync, readFileSync } from 'node:fs';
import { claimsIn } from '../../src/tools/bench/claims.ts';

const rows = readFileSync('docs/specification-coverage.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!statement)/.test(line))
  .map((line) => line.split(/(?<!\\)\|/).slice(1, 4))
  .map(([statement = '', data = '', test = '']) => ({
    statement: statement.trim(),
    data: files(data),
    test: files(test),
    named: [...test.matchAll(/`([^`]+)` \(“([^”]+)”\)/g)].map(([, file = '', name = '']) => ({ file, name })),
  }));

function files(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
}

test('every file that a row names is there', () => {
  const gone = rows.flatMap(({ data, test }) => [...data, ...test].filter((file) => !existsSync(file)));
  expect([...new Set(gone)]).toEqual([]);
});

test('every test that a row names stands in its file', () => {
  const named = rows.flatMap((row) => row.named);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ file, name }) => !existsSync(file) || !readFileSync(file, 'utf8').includes(name))).toEqual([]);
});

test('every row names data under schemas/ or lines/, and a test under tests/', () => {
  const faults = rows.filter(
    ({ data, test }) =>
      data.length === 0 ||
      test.length === 0 ||
      !data.every((file) => /^(schemas|lines)\//.test(file)) ||
      !test.every((file) => file.startsWith('tests/')),
  );
  expect(faults).toEqual([]);
});

test.each(['2', '3', '4', '5', '6', '7', '8', '9'])('section %s is covered', (section) => {
  const sections = rows.flatMap(({ statement }) =>
    [...statement.matchAll(/\(([\d, ]+)\)/g)].flatMap(([, list]) => (list ?? '').split(/,\s*/)),
  );
  expect(sections).toContain(section);
});

test('every file that the page of authentication controls names is there', () => {
  const named = files(readFileSync('docs/authentication.md', 'utf8')).filter((name) =>
    /^(src|lines|schemas|tests)\//.test(name),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});

test('every row of the page of authentication controls names tests, and each of their names stands in its file', () => {
  const claims = claimsIn(readFileSync('docs/authentication.md', 'utf8'));
  expect(claims.length).toBeGreaterThan(15);
  expect(claims.filter(({ tests }) => tests.length === 0)).toEqual([]);
  const gone = claims.flatMap(({ tests }) =>
    tests.flatMap(({ file, names }) => names.filter((name) => !readFileSync(file, 'utf8').includes(name))),
  );
  expect(gone).toEqual([]);
});
