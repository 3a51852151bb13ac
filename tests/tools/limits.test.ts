/** Limits of a line at the very numbers at which they begin to contradict each other. */
import type { Fault } from '../../src/tools/checks/fault.ts';
import { checkLimits } from '../../src/tools/checks/limits.ts';
import { makeScope } from '../../src/tools/checks/scope.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { fixtureData } from '../schemas/fixture.ts';

type Limits = Readonly<Record<string, number>>;

let line: ResolvedLine;
beforeAll(async () => {
  line = resolveAll(await fixtureData()).lines.aurora as ResolvedLine;
});

/** What is told of the limits given; no others are there. */
function told(limits: Limits, codes = line.errors.codes): readonly string[] {
  const faults: Fault[] = [];
  const edited = {
    ...line,
    line: { ...line.line, limits },
    errors: { ...line.errors, codes },
  } as unknown as ResolvedLine;
  checkLimits(makeScope(edited, { aurora: edited }, faults));
  return faults.map(({ message, fix }) => `${message}  ${fix}`);
}

test.each<[first: string, second: string]>([
  ['captchaAfter', 'lockAfter'],
  ['forgotHintAfter', 'lockAfter'],
  ['pollSeconds', 'qrSeconds'],
])('%s is less than %s', (first, second) => {
  expect(told({ [first]: 4, [second]: 5 })).toEqual([]);
  expect(told({ [first]: 5, [second]: 5 })).toEqual([
    `limit ${first}, 5, must be less than ${second}, 5  write 4 or less`,
  ]);
  expect([told({ [first]: 5 }), told({ [second]: 5 })]).toEqual([[], []]);
});

test('a limit that several come to is told itself', () => {
  expect(told({ captchaAfter: 5, forgotHintAfter: 6, lockAfter: 5 })).toEqual([
    'limit lockAfter, 5, must be more than captchaAfter, 5, and forgotHintAfter, 6  write 7 or more',
  ]);
});

test('what may happen in an hour may happen in a day', () => {
  expect(told({ sendsPerAddressHour: 8, sendsPerAddressDay: 8 })).toEqual([]);
  expect(told({ sendsPerAddressHour: 9, sendsPerAddressDay: 8 })).toEqual([
    'limit sendsPerAddressDay, 8, is less than sendsPerAddressHour, 9  write 9 or more, or 8 or less for sendsPerAddressHour',
  ]);
});

test('a session ends before staying signed in does', () => {
  expect(told({ sessionHours: 48, autoSignInDays: 2 })).toEqual([]);
  expect(told({ sessionHours: 49, autoSignInDays: 2 })).toEqual([
    'limit sessionHours, 49, outlives autoSignInDays, 2: staying signed in would end sooner  write 48 or less, or 3 or more for autoSignInDays',
  ]);
});

test('tries left are told up to the number that has sentences', () => {
  const few = Object.fromEntries(Object.entries(line.errors.codes ?? {}).filter(([code]) => code !== '821'));
  const numbers = [1, 2, 3, 4].map((warnTries) => told({ warnTries }).length);
  expect(numbers).toEqual([0, 0, 0, 1]);
  expect(told({ warnTries: 4 })[0]).toContain('write 3 or less');
  expect(told({ warnTries: 3 }, few as typeof line.errors.codes)).not.toEqual([]);
});

test.each<[limit: string, of: string, times: number, plus: number]>([
  ['codesPerDay', 'codesReserved', 1, 1],
  ['codesPerDayFromAll', 'codesPerDay', 1, 20],
  ['sendsPerNetworkHour', 'sendsPerAddressHour', 1, 0],
  ['sendsPerNetworkDay', 'sendsPerAddressDay', 1, 0],
  ['sendsPerCountryHour', 'sendsPerNetworkHour', 21, 0],
  ['sendsPerCountryDay', 'sendsPerNetworkDay', 21, 0],
  ['sendsPerOtherCountryHour', 'sendsAbroadPerNetworkHour', 21, 0],
  ['sendsPerOtherCountryDay', 'sendsAbroadPerNetworkDay', 21, 0],
  ['sendsPerLineHour', 'sendsPerCountryHour', 1, 0],
  ['sendsPerLineDay', 'sendsPerCountryDay', 1, 0],
])('%s leaves room beside %s', (limit, of, times, plus) => {
  const least = 2 * times + plus;
  expect(told({ [limit]: least, [of]: 2 })).toEqual([]);
  // The smallest number for the other that is told is 1.
  const lacks = `limit ${limit}, ${least - 1}, leaves an owner no room beside strangers: ${of} is 2`;
  expect(told({ [limit]: least - 1, [of]: 2 })).toEqual([`${lacks}  write ${least} or more, or 1 or less for ${of}`]);
  const none = `limit ${limit}, ${times + plus - 1}, leaves an owner no room beside strangers: ${of} is 2`;
  expect(told({ [limit]: times + plus - 1, [of]: 2 })).toEqual([`${none}  write ${least} or more`]);
});
