/**
 * What follows from wrong passwords, with every number from the line's `limits`.
 *
 * - *The asker's counter*, of a browser and the name that was typed, is all that anybody is shown; it ends `askerHours` after its
 *   last failure. From `captchaAfter` failures on the next try takes a captcha; from `forgotHintAfter` on the answer points to
 *   Forgot password; the last `warnTries` say how many are left; at `lockAfter` the asker is locked.
 * - *The account's counter* is never shown. At `lockAfter` no password is evaluated any more (the same work is done on a decoy)
 *   and the answer stays that of a wrong one, until a new password, or support, clears it. Its owner is told. A name that nobody
 *   has is counted alike. Where the line has `lockMinutes` a lock also ends by itself so long after it began, the asker's too
 *   (lock-end.ts). Each of an account's `knownDevices` last known browsers has a counter of its own in its place.
 * - *The address's counter*: `sprayFailures` within `sprayMinutes`, whatever the names, make every try there take a captcha.
 *
 * A right password clears the asker's counter and that of the account or known browser; a new one clears them all.
 *
 * Before a try, `sign_in_begin` decides by these rules whether it is locked, takes a captcha or may go, and reserves it: in the
 * database, on the newest row, so that of parallel tries no more go than are left. `sign_in_end` counts it. Both are given the
 * numbers below.
 */
import type { Line } from '../../generated/config.ts';
import type { Failure } from '../types.ts';

type Limits<Name extends keyof Line['limits']> = Pick<Line['limits'], Name>;

/** Numbers of `sign_in_begin`. */
export const reservationNumbers = (
  limits: Limits<'captchaAfter' | 'lockAfter' | 'knownDevices' | 'askerHours' | 'sprayFailures' | 'sprayMinutes'>,
) => ({
  p_captcha_after: limits.captchaAfter,
  p_known_devices: limits.knownDevices,
  ...settlementNumbers(limits),
});

/** Numbers of `sign_in_end`. */
export const settlementNumbers = (limits: Limits<'lockAfter' | 'askerHours' | 'sprayFailures' | 'sprayMinutes'>) => ({
  p_lock_after: limits.lockAfter,
  p_asker_hours: limits.askerHours,
  p_spray_after: limits.sprayFailures,
  p_spray_seconds: limits.sprayMinutes * 60,
});

/** Where an asker stands after so many failures. */
export interface Standing {
  readonly failCount: number;
  /** Tries left. */
  readonly remaining: number;
  /** The next try takes a captcha. */
  readonly captchaRequired: boolean;
  readonly locked: boolean;
}

export function standingAfter(failures: number, limits: Limits<'captchaAfter' | 'lockAfter'>): Standing {
  const failCount = Math.min(failures, limits.lockAfter);
  return {
    failCount,
    remaining: limits.lockAfter - failCount,
    captchaRequired: failCount >= limits.captchaAfter,
    locked: failCount >= limits.lockAfter,
  };
}

/** Codes of the last wrong answers before the lock, by tries left. */
export const TRIES_LEFT: Readonly<Record<number, '818' | '820' | '821'>> = { 3: '818', 2: '820', 1: '821' };
export type WrongCode = 'Account.SignIn.Failed' | 'Account.Locked' | '818' | '820' | '821';

/** The answer to a wrong password that was the asker's `failures`-th. */
export function wrongAnswer(
  failures: number,
  limits: Limits<'lockAfter' | 'warnTries' | 'forgotHintAfter'>,
): Failure<WrongCode> {
  const remaining = limits.lockAfter - failures;
  if (remaining <= 0) return { code: 'Account.Locked' };
  const warning = remaining <= limits.warnTries ? TRIES_LEFT[remaining] : undefined;
  if (warning) return { code: warning, data: { remaining, suggestForgot: true } };
  if (failures >= limits.forgotHintAfter) return { code: 'Account.SignIn.Failed', data: { suggestForgot: true } };
  return { code: 'Account.SignIn.Failed' };
}

/** What a wrong password did to the counter that it was checked on. */
export interface Wrong {
  readonly counterKey: string;
  /** It was the last that the counter has. */
  readonly locked: boolean;
  /** There was none left. */
  readonly closed: boolean;
}

/**
 * Whether the owner is told of the lock, which happens once for each. Also while nothing is checked any more: the server may have
 * ended before it told. A known browser's own counter locks nobody else out, so nobody is told of it.
 */
export const isOwnerTold = ({ counterKey, locked, closed }: Wrong): boolean =>
  (locked || closed) && counterKey.startsWith('account:');
