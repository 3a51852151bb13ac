/** Mutants: what is counted of the sources, and which tests a mutant meets. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transformSync } from '@swc/core';
import { goesOf } from '../../src/tools/mutate/goes.ts';
import type { Mutant } from '../../src/tools/mutate/mutants.ts';
import { changedIn, promises, sharedBy } from '../../src/tools/mutate/outcomes.ts';
import { placesOf } from '../../src/tools/mutate/places.ts';

const { counted, outcome } = jest.requireActual<{
  counted(text: string, spans: readonly (readonly [number, number, number])[]): string;
  outcome(place: number, value: unknown): number;
}>('../mutated/changed.cjs');

const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CHANGED: [text: string, mutants: string[]][] = [
  ['const a = b > 1;', ['b > 1 -> b >= 1', 'b > 1 -> b <= 1', '1 -> 2']],
  ['if (a) b();', ['a -> true', 'a -> false']],
  ['const a = !b;', ['!b -> b']],
  ['const LIMIT = 5;', []],
  ['type A = 5; const a: 7 = b as 7;', []],
];

const SAMPLE = `
  const sized = (words) => (words.length > 1 && words[0] !== '' ? words.length * 2 : undefined);
  function named(kind) {
    switch (kind) {
      case 1:
        return 'one';
      default:
        return kind?.toString() ?? 'none';
    }
  }
  const summed = (many = 3) => {
    let sum = 0;
    for (let at = 0; at < many; at++) sum += at;
    if (sum) return -sum;
    return sum;
  };
  result = [sized(['a', 'b']), sized(['']), named(1), named(2), named(), summed(), summed(0), { 1: 'kept' }];
`;

/** The instrumenter is a module of the new kind, which Jest does not load. */
const PROGRAM = `
  import { mutantsOf } from './src/tools/mutate/mutants.ts';
  process.stdout.write(JSON.stringify(await Promise.all(process.argv.slice(1).map(mutantsOf))));
`;
const texts = [...CHANGED.map(([text]) => text), SAMPLE];
const files = texts.map((_, at) => join(folder, `${at}.ts`));
let mutants: Map<string, Mutant[]>;
beforeAll(() => {
  for (const [at, text] of texts.entries()) writeFileSync(files[at] as string, text);
  const node = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, ...files];
  const lists = JSON.parse(execFileSync(process.execPath, node, { encoding: 'utf8' })) as Mutant[][];
  mutants = new Map(texts.map((text, at) => [text, lists[at] ?? []]));
});

test.each(CHANGED)('mutants of %j', (text, wanted) => {
  const made = (mutants.get(text) ?? []).map(({ original, replacement }) => `${original} -> ${replacement}`);
  expect(made).toEqual(expect.arrayContaining(wanted));
  expect(made.length === 0).toBe(wanted.length === 0);
});

test('what is counted does what it did', () => {
  const places = [...placesOf(files.at(-1) as string, mutants.get(SAMPLE) ?? []).values()];
  expect(places).not.toContain(undefined);
  const spans = places.flatMap((span, at) => (span ? [[span.start, span.end, at] as const] : []));
  const run = (text: string): unknown =>
    new Function('globalThis', `let result; ${transformSync(text).code}; return result;`)(around);
  const seen = new Set<number>();
  const around: { reached?: (place: number, value: unknown) => unknown } = {};
  const plain = run(SAMPLE);
  expect(run(counted(SAMPLE, spans))).toEqual(plain);
  around.reached = (place, value) => {
    seen.add(place);
    return value;
  };
  expect(run(counted(SAMPLE, spans))).toEqual(plain);
  expect(seen.size).toBe(places.length);
});

test('how a place was reached tells values apart that are taken for the same', () => {
  const all = [true, false, 'word', '', 0, undefined];
  expect(all.map((value) => outcome(7, value))).toEqual([28, 29, 30, 31, 31, 31]);
});

const condition = (around: (0 | 1 | 2 | 3)[], tests: object) => ({ isCondition: true, around, tests });

test.each([
  ['always true', 'true', condition([], { 0: [0, 1], 1: [2], 2: [3], 3: [4] }), [2, 4]],
  ['always false', 'false', condition([], { 0: [0, 1], 1: [2], 2: [3], 3: [4] }), [0, 1, 3]],
  ['another value', 'a <= b', condition([], { 0: [0, 1], 1: [2] }), [0, 1, 2]],
  ['always true, as a value', 'true', { ...condition([], { 0: [0], 2: [3] }), isCondition: false }, [3]],
  ['changed before all tests alone', 'false', condition([0], { 1: [2] }), [0, 1, 2, 3, 4]],
  ['never changed', 'true', condition([0], { 0: [0, 1, 2] }), []],
])('a place that is %s meets the tests that it makes a difference to', (_what, to, counts, wanted) => {
  expect(changedIn(counts, to, 5)).toEqual(wanted);
});

test('tests that came to something rare promise more, the nearer the more', () => {
  const all = [0, 1, 2, 3];
  const places = {
    here: condition([], { 0: all }),
    near: condition([], { 0: [2], 1: [0, 1, 3] }),
    far: condition([], { 0: [3], 1: [0, 1, 2] }),
  };
  const lines = new Map([
    ['here', 10],
    ['near', 12],
    ['far', 90],
  ]);
  const order = (others: readonly object[], line: number): number[] => {
    const shared = sharedBy([places, ...(others as (typeof places)[])]);
    return [...promises(places, shared, lines, line)].sort(([, one], [, other]) => other - one).map(([at]) => at);
  };
  expect(order([], 10)).toEqual([2, 3, 0, 1]);
  expect(order([], 89)[0]).toBe(3);
  // What tests of other files come to as well is not rare.
  expect(order([{ near: condition([], { 0: [0, 1, 2, 3, 4] }) }], 10).at(-1)).toBe(2);
});

describe('goes', () => {
  const long = ['a', 'b', 'c'].map((name) => ({ file: 'long', name, around: 2000, time: 2000, promise: 1 }));
  const short = { file: 'short', name: null, around: 0, time: 900, promise: 2 };

  test('a long file is shared out, a short one runs as a whole', () => {
    expect(goesOf([short, ...long], 60)).toEqual([
      { tests: { short: null, long: ['a'] }, time: 4900 },
      { tests: { long: ['b', 'c'] }, time: 6000 },
    ]);
  });

  test('a file that takes long to begin runs some tests each time that it does', () => {
    expect(
      goesOf(
        long.map((each) => ({ ...each, around: 30_000 })),
        60,
      ),
    ).toEqual([
      { tests: { long: ['a', 'b'] }, time: 34_000 },
      { tests: { long: ['c'] }, time: 32_000 },
    ]);
  });

  test('a file of many tests leaves the best of another one its turn', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ ...short, file: 'many', name: `${at}`, time: 3000 }));
    const [first, second] = goesOf([...many.slice(0, 2), ...long, ...many.slice(2)], 60);
    expect(first?.tests).toEqual({ many: ['0'] });
    expect(second?.tests).toEqual({ many: ['1', '2', '3', '4'], long: ['a', 'b', 'c'] });
  });

  test('no more runs than there is patience for, but at least one test', () => {
    expect(goesOf(long, 1)).toEqual([{ tests: { long: ['a'] }, time: 4000 }]);
    const [best, endless] = [short, { ...short, file: 'endless', time: 900_000 }];
    expect(goesOf([best, endless, ...long], 60).map(({ tests }) => Object.keys(tests))).toEqual([
      ['short', 'long'],
      ['long'],
    ]);
    expect(goesOf([endless, best], 60).map(({ tests }) => Object.keys(tests))).toEqual([['endless']]);
  });
});
