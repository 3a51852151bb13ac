/** What follows from so many wrong passwords, on every line, as the decisions say it ("Wrong passwords"). */
import { readdirSync } from 'node:fs';
import {
  isOwnerTold,
  reservationNumbers,
  settlementNumbers,
  standingAfter,
  wrongAnswer,
} from '../../../src/server/accounts/lock-policy.ts';
import { serverLines } from '../../compiled-lines.ts';

const lines = readdirSync('lines').filter((name) => !name.startsWith('_'));

const FAILED = 'Account.SignIn.Failed';
const other = { suggestForgot: true };
/** Failures → the answer, and whether the next try takes a captcha. */
const FOLLOWS = [
  [1, { code: FAILED }, false],
  [2, { code: FAILED }, false],
  [3, { code: FAILED }, true],
  [4, { code: FAILED }, true],
  [5, { code: FAILED, data: other }, true],
  [6, { code: FAILED, data: other }, true],
  [7, { code: '818', data: { remaining: 3, ...other } }, true],
  [8, { code: '820', data: { remaining: 2, ...other } }, true],
  [9, { code: '821', data: { remaining: 1, ...other } }, true],
  [10, { code: 'Account.Locked' }, true],
  [11, { code: 'Account.Locked' }, true],
] as const;

test.each(lines)('%s: answer, captcha and lock after each failure', async (name) => {
  const { limits } = (await serverLines())[name]?.line ?? {};
  if (!limits) throw new Error(`No line ${name}.`);
  for (const [failures, answer, captchaRequired] of FOLLOWS) {
    expect(wrongAnswer(failures, limits)).toEqual(answer);
    expect(standingAfter(failures, limits)).toEqual({
      failCount: Math.min(failures, 10),
      remaining: Math.max(0, 10 - failures),
      captchaRequired,
      locked: failures >= 10,
    });
  }
});

test.each(lines)('%s: the database counts by the numbers of the line', async (name) => {
  const { limits } = (await serverLines())[name]?.line ?? {};
  if (!limits) throw new Error(`No line ${name}.`);
  const settled = { p_lock_after: 10, p_asker_hours: 24, p_spray_after: 20, p_spray_seconds: 600 };
  expect(settlementNumbers(limits)).toEqual(settled);
  expect(reservationNumbers(limits)).toEqual({ p_captcha_after: 3, p_known_devices: 3, ...settled });
});

test.each([
  ['account:1', true, false, true],
  ['account:1', false, true, true],
  ['account:1', false, false, false],
  ['device:2:1', true, false, false],
  ['device:2:1', false, true, false],
  ['name:3', true, false, false],
])('%s, its last one: %s, none left: %s, is told: %s', (counterKey, locked, closed, told) => {
  expect(isOwnerTold({ counterKey, locked, closed })).toBe(told);
});
