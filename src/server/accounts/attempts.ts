/**
 * One attempt at a password: reserved before it is checked and settled after, so that an account's ten are ten however many
 * ask at once. What follows from how many is lock-policy.ts's.
 */
import { isIP } from 'node:net';
import { CAPTCHA_REQUIRED, type CaptchaFault, captchaFault } from '../captcha/captcha.ts';
import { callOf } from '../db/named.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import { deviceOf } from '../sessions/devices.ts';
import type { CallContext, Failure, Sql, Zone } from '../types.ts';
import { type Asker, askerOf } from './askers.ts';
import { createGate } from './gate.ts';
import { identifierDigest, type LoginName } from './identifiers.ts';
import { lockMinutes, openIfOver } from './lock-end.ts';
import { reservationNumbers, settlementNumbers } from './lock-policy.ts';
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
 * Looks a login name up and takes one of its attempts. A function that writes is marked, since the pool repeats a cut-off
 * `select` as a mere read.
 */
async function beginSignIn(context: CallContext, { name, asker }: Attempt, captchaPassed: boolean): Promise<Begun> {
  const call = callOf('sign_in_begin', {
    p_zone: context.zone,
    p_username: name.username,
    p_email: name.email,
    p_phone: name.phone,
    p_master: name.master,
    p_name_digest: identifierDigest(context.keys, context.zone, name.key),
    p_device_digest: deviceOf(context),
    p_address: addressOf(context),
    p_captcha_passed: captchaPassed,
    p_reserve: true,
    p_asker: asker.key,
    p_from: asker.from,
    ...reservationNumbers(context.line.line.limits),
  });
  const [begun] = await context.db.query<Begun>(`/* writes */ select * from ${call.text}`, call.values);
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
  const call = callOf('sign_in_end', {
    p_key: begun.counter_key,
    p_attempt: begun.attempt,
    p_result: result,
    p_token_hash: token?.hash,
    p_account: begun.account_id,
    p_zone: context.zone,
    p_line: context.line.name,
    p_flow: token?.flow,
    p_name: token?.name,
    p_login_type: token?.loginType,
    p_auto: token?.auto,
    p_seconds: TOKEN_SECONDS,
    p_generation: begun.generation,
    p_asker: asker.key,
    p_asker_next: asker.next,
    p_from: asker.from,
    ...settlementNumbers(context.line.line.limits),
  });
  const text = `/* writes */ select * from ${call.text}`;
  const [settled] = await withReport<Settled>(context.db, report, text, call.values);
  if (!settled) throw new Error('sign_in_end gave no row.');
  return settled;
}

/** How an account stands with the wrong passwords that it had, for ways in that check none. */
export interface Lock {
  readonly kind: 1 | 2;
  /** No password is evaluated any more, but in a known browser. */
  readonly locked: boolean;
  /** This browser is known. */
  readonly known: boolean;
}

/** Undefined where there is no such account. */
export async function lockOf(sql: Sql, context: CallContext, accountId: string): Promise<Lock | undefined> {
  const { lockAfter, knownDevices } = context.line.line.limits;
  const [lock] = await sql.query<Lock>(
    `select a.kind, is_known_device(a.id, $3, $4) as known,
        exists (select 1 from sign_in_counter c where c.key = 'account:' || a.id and (c.locked_at is not null or c.failures >= $2)
          and (c.locked_at > foyer_now() - make_interval(mins => $5)) is not false) as locked
       from account a where a.id = $1`,
    [accountId, lockAfter, deviceOf(context) ?? null, knownDevices, lockMinutes(context)],
  );
  return lock;
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
    const begun = await beginSignIn(context, attempt, passed);
    switch (begun.verdict) {
      case 'go':
        if (begun.closed && (await openIfOver(context.db, context, begun.counter_key))) break;
        return begun;
      case 'locked':
        if (await openIfOver(context.db, context, attempt.asker.key)) break;
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
