/**
 * One attempt at a password: reserved before it is checked and settled after, so that an account's ten are ten however many
 * ask at once. What is counted for the account is never shown; what is shown is the asker's own (see askers.ts).
 */
import { isIP } from 'node:net';
import { CAPTCHA_REQUIRED, type CaptchaFault, captchaFault } from '../captcha/captcha.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import { deviceOf } from '../sessions/devices.ts';
import type { CallContext, Failure, Sql, Zone } from '../types.ts';
import { type Asker, askerOf } from './askers.ts';
import { createGate } from './gate.ts';
import { identifierDigest, type LoginName } from './identifiers.ts';
import type { Status } from './states.ts';
import { withReport } from './with-report.ts';

/** Seconds a sign-in token may wait to be redeemed. */
export const TOKEN_SECONDS = 60;
export const LOGIN_TYPES = { username: 3, email: 4, phone: 5 } as const;

export interface Begun {
  /** `busy`: all attempts that are left are being checked; `locked` and `captcha` are the asker's own. */
  readonly verdict: 'go' | 'locked' | 'captcha' | 'busy' | 'ip-limit';
  readonly counter_key: string;
  readonly attempt: string;
  /** The asker's, before this try. */
  readonly failures: number;
  readonly account_id: string | null;
  readonly account_zone: Zone | null;
  readonly kind: 1 | 2 | null;
  readonly status: Status | null;
  readonly master_status: Status | null;
  readonly email: string | null;
  readonly matched: keyof typeof LOGIN_TYPES | null;
  /** Nothing where the account's attempts are used up: a decoy is checked then. */
  readonly hash: string | null;
  readonly pepper_key: string | null;
  readonly digest: string | null;
  /** What the account could be signed in by when it was looked at; see the migration `generation`. */
  readonly generation: number | null;
  /** The account's attempts are used up. */
  readonly closed: boolean | null;
}

/** Everything an attempt is counted by. */
export interface Attempt {
  readonly name: LoginName;
  readonly asker: Asker;
}

export const attemptOf = (context: CallContext, name: LoginName): Attempt => ({
  name,
  asker: askerOf(context, name.key),
});

/** Two instances with five each fill the ten attempts an account has; more would only wait in the database. */
export const gate = createGate(5);
const BUSY_WAIT = 25;
const BUSY_PATIENCE = 2000;

function addressOf(context: CallContext): string | null {
  return isIP(context.address) ? context.address : null;
}

/**
 * Looks a login name up and, with `reserve`, takes one of its attempts. A function that writes is marked, since the pool
 * repeats a cut-off `select` as a mere read.
 */
export async function beginSignIn(
  context: CallContext,
  { name, asker }: Attempt,
  captchaPassed: boolean,
  reserve: boolean,
): Promise<Begun> {
  const { captchaAfter, lockAfter, knownDevices, askerHours, sprayFailures, sprayMinutes } = context.line.line.limits;
  const [begun] = await context.db.query<Begun>(
    `/* writes */ select * from sign_in_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       $14, $15, $16, $17, $18)`,
    [
      context.zone,
      name.username ?? null,
      name.email ?? null,
      name.phone ?? null,
      name.master ?? null,
      identifierDigest(context.keys, context.zone, name.key),
      deviceOf(context) ?? null,
      addressOf(context),
      captchaPassed,
      captchaAfter,
      lockAfter,
      reserve,
      knownDevices,
      asker.key,
      askerHours,
      asker.from,
      sprayFailures,
      sprayMinutes * 60,
    ],
  );
  if (!begun) throw new Error('sign_in_begin gave no row.');
  return begun;
}

export interface Token {
  readonly hash: string;
  readonly flow: string;
  readonly name: string;
  readonly loginType: number;
  readonly auto: boolean;
}

export interface Settled {
  /** The asker's, this one included; 0 unless it was wrong. */
  readonly failures: number;
  /** This one was the account's last. */
  readonly locked: boolean;
}

/** Whether an error of `settle` says that what was proven is of the past: the password changed while it was checked. */
export const isPast = (error: unknown): boolean => (error as { code?: string }).code === 'FY002';

/**
 * Settles a reserved attempt, with the token that a right password gives. Rejects as `isPast` tells instead of giving a token.
 * @param result `refused` counts for the address alone, `void` for nobody
 */
export async function settle(
  context: CallContext,
  { asker }: Attempt,
  begun: Begun,
  result: 'wrong' | 'right' | 'refused' | 'void',
  token?: Token,
  report: (sql: Sql) => Promise<void> = async () => undefined,
): Promise<Settled> {
  const { lockAfter, askerHours, sprayFailures, sprayMinutes } = context.line.line.limits;
  const [settled] = await withReport<Settled>(
    context.db,
    report,
    `/* writes */ select * from sign_in_end($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
       $15, $16, $17, $18, $19, $20)`,
    [
      begun.counter_key,
      begun.attempt,
      result,
      lockAfter,
      token?.hash ?? null,
      begun.account_id,
      context.zone,
      context.line.name,
      token?.flow ?? null,
      token?.name ?? null,
      token?.loginType ?? null,
      token?.auto ?? null,
      TOKEN_SECONDS,
      begun.generation,
      asker.key,
      asker.next ?? null,
      askerHours,
      asker.from,
      sprayFailures,
      sprayMinutes * 60,
    ],
  );
  if (!settled) throw new Error('sign_in_end gave no row.');
  return settled;
}

/** Codes of the last wrong answers before the lock, by tries left. */
const TRIES_LEFT: Readonly<Record<number, '818' | '820' | '821'>> = { 3: '818', 2: '820', 1: '821' };
export type WrongCode = 'Account.SignIn.Failed' | 'Account.Locked' | '818' | '820' | '821';

/** The answer to a wrong password that was the `failures`-th. */
export function wrongAnswer(
  failures: number,
  limits: { readonly lockAfter: number; readonly warnTries: number; readonly forgotHintAfter: number },
): Failure<WrongCode> {
  const remaining = limits.lockAfter - failures;
  if (remaining <= 0) return { code: 'Account.Locked' };
  const warning = remaining <= limits.warnTries ? TRIES_LEFT[remaining] : undefined;
  if (warning) return { code: warning, data: { remaining, suggestForgot: true } };
  if (failures >= limits.forgotHintAfter) return { code: 'Account.SignIn.Failed', data: { suggestForgot: true } };
  return { code: 'Account.SignIn.Failed' };
}

export type ReserveCode =
  | 'Account.Locked'
  | 'Account.SignIn.IpLimit'
  | 'Common.RequestLimitExceeded'
  | CaptchaFault['code'];

/** Reserves an attempt, asking for the captcha when it is due; waits while all attempts left are being hashed. */
export async function reserve(
  request: CaptchaAnswer,
  context: CallContext,
  attempt: Attempt,
): Promise<Begun | Failure<ReserveCode>> {
  const deadline = Date.now() + BUSY_PATIENCE;
  let passed = false;
  for (;;) {
    const begun = await beginSignIn(context, attempt, passed, true);
    switch (begun.verdict) {
      case 'go':
        return begun;
      case 'locked':
        return { code: 'Account.Locked' };
      case 'ip-limit':
        return { code: 'Account.SignIn.IpLimit' };
      case 'captcha': {
        const fault = passed ? CAPTCHA_REQUIRED : await captchaFault(request, context);
        if (fault) return fault;
        passed = true;
        break;
      }
      case 'busy':
        if (Date.now() >= deadline) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: 1 };
        await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT));
    }
  }
}
