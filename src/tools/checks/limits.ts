/** Checks the limits of a line against each other. */
import { TRIES_LEFT } from '../../server/accounts/lock-policy.ts';
import { heightOf } from './blame.ts';
import type { Scope } from './scope.ts';

/** Networks that strangers may have, and an owner comes from another one. */
const STRANGERS = 20;

/** A limit, how often another one must fit into it, and what for. */
const ROOMS: readonly (readonly [limit: string, of: string, times: number, plus: number])[] = [
  ['codesPerDay', 'codesReserved', 1, 1],
  ['codesPerDayFromAll', 'codesPerDay', 1, STRANGERS],
  ['sendsPerNetworkHour', 'sendsPerAddressHour', 1, 0],
  ['sendsPerNetworkDay', 'sendsPerAddressDay', 1, 0],
  ['sendsPerCountryHour', 'sendsPerNetworkHour', STRANGERS + 1, 0],
  ['sendsPerCountryDay', 'sendsPerNetworkDay', STRANGERS + 1, 0],
  ['sendsPerOtherCountryHour', 'sendsAbroadPerNetworkHour', STRANGERS + 1, 0],
  ['sendsPerOtherCountryDay', 'sendsAbroadPerNetworkDay', STRANGERS + 1, 0],
  ['sendsPerLineHour', 'sendsPerCountryHour', 1, 0],
  ['sendsPerLineDay', 'sendsPerCountryDay', 1, 0],
];

/** Limits of which the first must be less than the second, or it never comes to it. */
const ORDER: readonly (readonly [first: string, second: string])[] = [
  ['captchaAfter', 'lockAfter'],
  ['forgotHintAfter', 'lockAfter'],
  ['warnTries', 'lockAfter'],
  ['pollSeconds', 'qrSeconds'],
];

/** Of two limits at odds, the one of the later layer was touched. */
const heightOfLimit = ({ line }: Scope, name: string): number => heightOf(line, line.origin('line', ['limits', name]));

/** What must come before something else comes before it. One limit that breaks it with several is told once. */
function checkOrder(scope: Scope, limits: Readonly<Record<string, number | undefined>>): void {
  const broken = ORDER.filter(
    ([first, second]) => (limits[first] ?? 0) >= (limits[second] ?? Number.POSITIVE_INFINITY),
  );
  const told = new Map<string, string[]>();
  for (const [first, second] of broken) {
    const often = broken.filter((pair) => pair[1] === second).length > 1;
    const isSecond =
      heightOfLimit(scope, second) > heightOfLimit(scope, first) ||
      (heightOfLimit(scope, second) === heightOfLimit(scope, first) && often);
    const [name, other] = isSecond ? [second, first] : [first, second];
    told.set(name, [...(told.get(name) ?? []), other]);
  }
  for (const [name, others] of told) {
    const isSecond = ORDER.some(([, second]) => second === name);
    const shown = others.map((other) => `${other}, ${limits[other]}`).join(', and ');
    const message = `limit ${name}, ${limits[name]}, must be ${isSecond ? 'more' : 'less'} than ${shown}`;
    const bound = isSecond
      ? `${Math.max(...others.map((other) => limits[other] ?? 0)) + 1} or more`
      : `${Math.min(...others.map((other) => limits[other] ?? 0)) - 1} or less`;
    scope.report('line', ['limits', name], message, `write ${bound}`);
  }
}

/** What may happen in an hour may happen in a day: a limit of an hour is no more than the one of the same name of a day. */
function checkDays(scope: Scope, limits: Readonly<Record<string, number | undefined>>): void {
  for (const [name, hour] of Object.entries(limits)) {
    const daily = name.replace(/Hour$/, 'Day');
    const day = limits[daily];
    if (daily === name || hour === undefined || day === undefined || hour <= day) continue;
    const message = `limit ${daily}, ${day}, is less than ${name}, ${hour}`;
    scope.report('line', ['limits', daily], message, `write ${hour} or more, or ${day} or less for ${name}`);
  }
}

/** How long a session lasts, and counts as fresh. */
function checkSessions(scope: Scope, limits: Readonly<Record<string, number | undefined>>): void {
  const { sessionHours = 0, autoSignInDays = Number.POSITIVE_INFINITY, freshMinutes = 0 } = limits;
  const minutes = sessionHours * 60;
  if (sessionHours > 0 && freshMinutes >= minutes) {
    const message = `limit freshMinutes, ${freshMinutes}, is all of sessionHours, ${sessionHours}: every session is fresh, and nothing asks for a sign-in again`;
    const fix = `write less than ${minutes}, in minutes, or more than ${Math.floor(freshMinutes / 60)} for sessionHours`;
    scope.report(
      'line',
      [
        'limits',
        heightOfLimit(scope, 'sessionHours') > heightOfLimit(scope, 'freshMinutes') ? 'sessionHours' : 'freshMinutes',
      ],
      message,
      fix,
    );
  }
  if (sessionHours <= autoSignInDays * 24) return;
  const message = `limit sessionHours, ${sessionHours}, outlives autoSignInDays, ${autoSignInDays}: staying signed in would end sooner`;
  const fix = `write ${autoSignInDays * 24} or less, or ${Math.ceil(sessionHours / 24)} or more for autoSignInDays`;
  scope.report('line', ['limits', 'sessionHours'], message, fix);
}

/** Limits that count down by codes of their own, each with its sentence → those codes, the last first. */
const COUNTED: Readonly<Record<string, readonly string[]>> = { warnTries: Object.values(TRIES_LEFT) };

/** What is left is told by a code for each number: of more than those nothing can be told. */
function checkCounted(scope: Scope, limits: Readonly<Record<string, number | undefined>>): void {
  const codes = scope.line.errors.codes ?? {};
  for (const [name, family] of Object.entries(COUNTED)) {
    const absent = family.findIndex((code) => !Object.hasOwn(codes, code));
    const told = absent < 0 ? family : family.slice(0, absent);
    const limit = limits[name];
    if (limit === undefined || limit <= told.length) continue;
    const listed = [...told].reverse().join(', ');
    const message = `limit ${name}, ${limit}, is more than what is told of: each number left has a code of its own (${listed})`;
    scope.report('line', ['limits', name], message, `write ${told.length} or less`);
  }
}

/** Sentences that say how a lock ends. */
const LOCK_SENTENCES = [
  'errors.Account.Locked',
  'errors.Account.Locked.login-name',
  'mail.account-locked.text',
  'mail.sub-account-locked.text',
  'sms.account-locked',
  'sms.sub-account-locked',
];

/** Whoever is locked out for a while is told for how long. */
function checkLockEnd(scope: Scope): void {
  const { line, messages } = scope.line;
  if (line.limits?.lockMinutes === undefined) return;
  const silent = Object.entries(messages).flatMap(([language, texts]) =>
    LOCK_SENTENCES.filter((key) => texts[key] !== undefined && !texts[key].includes('{lockMinutes')).map(
      (key) => `${key} (${language})`,
    ),
  );
  if (silent.length === 0) return;
  const message = `locks end after ${line.limits.lockMinutes} minutes, which these do not say: ${silent.join(', ')}`;
  scope.report(
    'line',
    ['limits', 'lockMinutes'],
    message,
    'write {lockMinutes} in each of them, in messages of this line',
  );
}

/** What strangers on twenty networks can use up must leave room for an owner on another one. */
export function checkLimits(scope: Scope): void {
  const limits: Readonly<Record<string, number | undefined>> = scope.line.line.limits ?? {};
  checkOrder(scope, limits);
  checkDays(scope, limits);
  checkSessions(scope, limits);
  checkCounted(scope, limits);
  checkLockEnd(scope);
  for (const [name, of, times, plus] of ROOMS) {
    const [limit, part] = [limits[name], limits[of]];
    if (limit === undefined || part === undefined) continue;
    const least = part * times + plus;
    if (limit >= least) continue;
    const message = `limit ${name}, ${limit}, leaves an owner no room beside strangers: ${of} is ${part}`;
    const most = Math.floor((limit - plus) / times);
    const other = most > 0 ? `, or ${most} or less for ${of}` : '';
    scope.report('line', ['limits', name], message, `write ${least} or more${other}`);
  }
}
