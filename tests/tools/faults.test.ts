/** The faults: all of them are there and written down, and a verdict cannot be had without looking. */
import { readFileSync } from 'node:fs';
import { Judge } from '../../src/tools/faults/judge.ts';
import { FAULTS } from '../../src/tools/faults/list.ts';
import { table } from '../../src/tools/faults/table.ts';

const rows = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, name = '', , holds = ''] = /^\| (\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number: Number(number), name, holds }];
  });

test('every fault from 1 to 27 can be made, once', () => {
  expect(FAULTS.map(({ number }) => number)).toEqual(Array.from({ length: 27 }, (_, index) => index + 1));
});

test.each(FAULTS.map((fault) => [fault.number, fault] as const))(
  'fault %i is written down with what it looks at',
  (number, { name, holds }) => {
    const row = rows.find((each) => each.number === number);
    expect(name.startsWith(row?.name.trim() ?? '?')).toBe(true);
    for (const invariant of holds) expect(row?.holds).toContain(`I${invariant}`);
  },
);

test('an invariant that failed once has failed, and one that nobody looked at is named', () => {
  const judge = new Judge();
  judge.holds(1, true, '');
  judge.holds(3, false, 'two of a name');
  judge.holds(3, true, '');
  judge.sees('a sentence');
  judge.sees('a blank page', false);
  expect([judge.held, judge.unseen([1, 3, 4])]).toEqual([[1], [4]]);
  expect(judge.faults).toEqual([expect.stringContaining('I3 (one account'), 'the visitor saw: a blank page']);
});

test('the table tells what was seen, what held, and what was wrong', () => {
  const told = table([
    { number: 3, name: 'SIGTERM under load', saw: ['no failures'], held: [1], faults: [], seconds: 2 },
    { number: 6, name: 'disk full', saw: ['no answer'], held: [], faults: ['the server was gone'], seconds: 2 },
  ]);
  expect(told).toMatch(/3 +SIGTERM under load +no failures +I1 +passed/);
  expect(told).toMatch(/6 +disk full +no answer \/ !! the server was gone +- +FAILED/);
});
