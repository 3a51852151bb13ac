/** Every statement of the specification and of the decisions names its data and its test; what is gone, or a section without rows, fails here. */
import { existsSync, readFileSync } from 'node:fs';
import { claimsIn } from '../../src/tools/bench/claims.ts';

const page = readFileSync('docs/specification-coverage.md', 'utf8');
const [ofSpecification = '', ofDecisions = ''] = page.split('\n## Rules of the decisions\n');
const specified = rowsOf(ofSpecification);
const decided = rowsOf(ofDecisions);
const rows = [...specified, ...decided];

function rowsOf(part: string) {
  return part
    .split('\n')
    .filter((line) => /^\| (?!statement)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, 4))
    .map(([statement = '', data = '', test = '']) => ({
      statement: statement.trim(),
      data: files(data),
      test: files(test),
      named: [...test.matchAll(/`([^`]+)` \(“([^”]+)”\)/g)].map(([, file = '', name = '']) => ({ file, name })),
    }));
}

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

test.each([
  ['the specification names data under schemas/ or lines/', specified, /^(schemas|lines)\//],
  ['the decisions names data under schemas/ or lines/, or its source', decided, /^(schemas|lines|src)\//],
])('every row of %s, and a test under tests/', (_what, part, place) => {
  const faults = part.filter(
    ({ data, test }) =>
      data.length === 0 ||
      test.length === 0 ||
      !data.every((file) => place.test(file)) ||
      !test.every((file) => file.startsWith('tests/')),
  );
  expect(faults).toEqual([]);
});

test.each(['2', '3', '4', '5', '6', '7', '8', '9'])('section %s is covered', (section) => {
  const sections = specified.flatMap(({ statement }) =>
    [...statement.matchAll(/\(([\d, ]+)\)/g)].flatMap(([, list]) => (list ?? '').split(/,\s*/)),
  );
  expect(sections).toContain(section);
});

test.each([
  'Lines',
  'Language',
  'The envelope',
  'Sign-in',
  'Codes and links',
  'Third-party sign-in',
  'QR codes',
  'Area mismatch',
  'Stored keys',
  'Rules, breakpoints, copy',
])('section %s of the decisions is covered', (section) => {
  const part = ofDecisions.split(/^### /m).find((each) => each.startsWith(`${section}\n`)) ?? '';
  expect(rowsOf(part).length).toBeGreaterThan(1);
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
