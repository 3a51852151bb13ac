/**
 * Signing in with a password: finds the account, reserves an attempt, checks the password, settles the attempt and
 * gives the single-use sign-in token. Two statements and one hashing on the way through, the answer's own keeping included.
 *
 * Masked wording gives a known and an unknown account the same answers, work and rows; what state an account is in
 * appears after its right password only. Verbose wording says it at once.
 */
import { isIP } from 'node:net';
import { CAPTCHA_REQUIRED, type CaptchaAnswer, captchaFault } from '../captcha/captcha.ts';
import { hashQueue, OverloadedError } from '../limits/hashing.ts';
import { deviceOf } from '../sessions/devices.ts';
import { flowOf } from '../sessions/flow.ts';
import type { Answer, CallContext, Failure, Sql, Zone } from '../types.ts';
import { isPassword, makeCredential } from './credentials.ts';
import { createGate } from './gate.ts';
import { identifierDigest, type LoginName, readLoginName } from './identifiers.ts';
import { newSecret, sha256 } from './secrets.ts';
import { blockedAnswer, type Status, toStranger } from './states.ts';
import { withReport } from './with-report.ts';
import { wrongSite } from './wrong-site.ts';

/** Seconds a sign-in token may wait to be redeemed. */
export const TOKEN_SECONDS = 60;
export const LOGIN_TYPES = { username: 3, email: 4, phone: 5 } as const;
export const MASTER = 1;
export const SUB = 2;

export interface PasswordRequest extends CaptchaAnswer {
  readonly loginName: string;
  readonly password: string;
  readonly autoLogin?: boolean;
}

export interface Begun {
  readonly verdict: 'go' | 'locked' | 'captcha' | 'busy' | 'ip-limit';
  readonly counter_key: string;
  readonly attempt: string;
  readonly failures: number;
  readonly account_id: string | null;
  readonly account_zone: Zone | null;
  readonly kind: 1 | 2 | null;
  readonly status: Status | null;
  readonly master_status: Status | null;
  readonly email: string | null;
  readonly matched: keyof typeof LOGIN_TYPES | null;
  readonly hash: string | null;
  readonly pepper_key: string | null;
  readonly digest: string | null;
  /** What the account could be signed in by when it was looked at; see the migration `generation`. */
  readonly generation: number | null;
}

/** Two instances with five each fill the ten attempts an account has; more would only wait in the database. */
export const gate = createGate(5);
const BUSY_WAIT = 25;
const BUSY_PATIENCE = 2000;

/** Calls of `signInByPassword`. */
const CHECKING: readonly string[] = ['sign-in', 'sub-sign-in'];

/**
 * Whether a call would check a password and none can be checked now. Asked before anything is spent on the call: under a
 * flood even the statements of those turned away would make those let in wait.
 */
export const cannotCheck = (call: string): boolean => CHECKING.includes(call) && hashQueue.isFull();

function addressOf(context: CallContext): string | null {
  return isIP(context.address) ? context.address : null;
}

/**
 * Looks a login name up and, with `reserve`, takes one of its attempts. A function that writes is marked, since the pool
 * repeats a cut-off `select` as a mere read.
 */
export async function beginSignIn(
  context: CallContext,
  name: LoginName,
  captchaPassed: boolean,
  reserve: boolean,
): Promise<Begun> {
  const { captchaAfter, lockAfter, knownDevices } = context.line.line.limits;
  const [begun] = await context.db.query<Begun>(
    '/* writes */ select * from sign_in_begin($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)',
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
    ],
  );
  if (!begun) throw new Error('sign_in_begin gave no row.');
  return begun;
}

interface Token {
  readonly hash: string;
  readonly flow: string;
  readonly name: string;
  readonly loginType: number;
  readonly auto: boolean;
}

/** Whether an error of `settle` says that what was proven is of the past: the password changed while it was checked. */
const isPast = (error: unknown): boolean => (error as { code?: string }).code === 'FY002';

/** Settles a reserved attempt, with the token that a right password gives. Rejects as `isPast` tells instead of giving a token. */
export async function settle(
  context: CallContext,
  begun: Begun,
  result: 'wrong' | 'right' | 'void',
  token?: Token,
  report: (sql: Sql) => Promise<void> = async () => undefined,
): Promise<{ failures: number; locked: boolean }> {
  const [settled] = await withReport<{ failures: number; locked: boolean }>(
    context.db,
    report,
    '/* writes */ select * from sign_in_end($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)',
    [
      begun.counter_key,
      begun.attempt,
      result,
      context.line.line.limits.lockAfter,
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
    ],
  );
  // The counter's row goes with its account; nothing is left to count then.
  return settled ?? { failures: 0, locked: false };
}

/** Codes of the last wrong answers before the lock, by tries left. */
const TRIES_LEFT: Readonly<Record<number, string>> = { 3: '818', 2: '820', 1: '821' };

/** The answer to a wrong password that was the `failures`-th. */
export function wrongAnswer(
  failures: number,
  limits: { readonly lockAfter: number; readonly warnTries: number; readonly forgotHintAfter: number },
): Failure {
  const remaining = limits.lockAfter - failures;
  if (remaining <= 0) return { code: 'Account.Locked' };
  const warning = remaining <= limits.warnTries ? TRIES_LEFT[remaining] : undefined;
  if (warning) return { code: warning, data: { remaining, suggestForgot: true } };
  if (failures >= limits.forgotHintAfter) return { code: 'Account.SignIn.Failed', data: { suggestForgot: true } };
  return { code: 'Account.SignIn.Failed' };
}

/** What a found account that may not sign in here answers; undefined when it may. */
export function obstacle(context: CallContext, begun: Begun, kind: 1 | 2): Failure | undefined {
  if (!begun.account_id || !begun.status) return undefined;
  if (begun.kind === SUB && kind === MASTER) return { code: 'Account.Son.Prohibit.Login' };
  if (begun.account_zone && begun.account_zone !== context.zone) return wrongSite(context, begun.account_zone);
  return blockedAnswer({ status: begun.status, masterStatus: begun.master_status, email: begun.email });
}

/** Reserves an attempt, asking for the captcha when it is due; waits while all attempts left are being hashed. */
export async function reserve(request: CaptchaAnswer, context: CallContext, name: LoginName): Promise<Begun | Failure> {
  const deadline = Date.now() + BUSY_PATIENCE;
  let passed = false;
  for (;;) {
    const begun = await beginSignIn(context, name, passed, true);
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

/**
 * Moves a credential to the current pepper; a full queue leaves it for the next sign-in. One that was replaced meanwhile stays:
 * the password that was right a moment ago must not come back.
 */
async function renewCredential(context: CallContext, accountId: string, old: string, password: string): Promise<void> {
  try {
    const { hash, pepperKey, digest } = await makeCredential(context.keys, context.line.line, password);
    await context.db.query(
      'update credential set hash = $3, pepper_key = $4, digest = $5 where account_id = $1 and hash = $2',
      [accountId, old, hash, pepperKey, digest],
    );
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
  }
}

async function attempt(request: PasswordRequest, context: CallContext, name: LoginName, kind: 1 | 2): Promise<Answer> {
  if (hashQueue.isFull()) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: 1 };
  const { limits, offers, wording } = context.line.line;
  const flow = flowOf(context);
  const begun = await reserve(request, context, name);
  const report = (outcome: string, sql: Sql = context.db): Promise<void> =>
    context.audit(sql, 'sign-in', {
      ...('account_id' in begun && begun.account_id ? { accountId: begun.account_id } : {}),
      identifier: name.key,
      outcome,
    });
  if (!('verdict' in begun)) {
    await report(String(begun.code));
    return begun;
  }
  if (wording === 'verbose') {
    const early: Failure | undefined = begun.account_id
      ? toStranger(obstacle(context, begun, kind), begun.matched)
      : { code: 'Account.NotFound' };
    if (early) {
      await settle(context, begun, 'void');
      await report(String(early.code));
      return early;
    }
  }
  const stored = begun.hash && begun.pepper_key ? { hash: begun.hash, pepperKey: begun.pepper_key } : undefined;
  let right: boolean;
  try {
    right = await isPassword(context.keys, stored, request.password);
  } catch (error) {
    await settle(context, begun, 'void');
    if (!(error instanceof OverloadedError)) throw error;
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
  const refuse = async (): Promise<Failure> => {
    const { failures, locked } = await settle(context, begun, 'wrong');
    const answer = wrongAnswer(failures, limits);
    await report(locked ? 'locked' : String(answer.code));
    return answer;
  };
  if (!right || !begun.account_id) return refuse();
  const blocked = obstacle(context, begun, kind);
  if (blocked) {
    await settle(context, begun, 'right', undefined, (sql) => report(String(blocked.code), sql));
    return blocked;
  }
  const rsAuthToken = newSecret();
  const loginType = LOGIN_TYPES[begun.matched ?? 'username'];
  const answer: Answer = { code: 200, data: { rsAuthToken, loginName: request.loginName, loginType } };
  const known = context.known(answer);
  const token: Token = {
    hash: sha256(rsAuthToken),
    flow,
    name: identifierDigest(context.keys, context.zone, name.key),
    loginType,
    auto: request.autoLogin === true && offers.autoSignIn === true,
  };
  try {
    await settle(context, begun, 'right', token, async (sql) => {
      await report('ok', sql);
      await known.keep(sql);
    });
  } catch (error) {
    known.withdraw();
    if (!isPast(error)) throw error;
    return refuse();
  }
  if (stored && stored.pepperKey !== context.keys.sign('pepper', '').keyId) {
    await renewCredential(context, begun.account_id, stored.hash, request.password);
  }
  return answer;
}

/** Signs in by password as a master (1) or a sub account (2). */
export function signInByPassword(request: PasswordRequest, context: CallContext, kind: 1 | 2): Promise<Answer> {
  const name = readLoginName(request.loginName, context.line.line);
  return gate.run(`${context.zone}\n${name.key}`, () => attempt(request, context, name, kind));
}

/**
 * Checks the password of an account that is signed in already, before something of it is changed: on the same counter as
 * signing in, so that an open session is no way to guess on. Undefined when it is right.
 */
export function confirmPassword(
  request: CaptchaAnswer,
  password: string,
  context: CallContext,
  name: LoginName,
): Promise<Failure | undefined> {
  return gate.run(`${context.zone}\n${name.key}`, async () => {
    const begun = await reserve(request, context, name);
    if (!('verdict' in begun)) return begun;
    const stored = begun.hash && begun.pepper_key ? { hash: begun.hash, pepperKey: begun.pepper_key } : undefined;
    let right: boolean;
    try {
      right = await isPassword(context.keys, stored, password);
    } catch (error) {
      await settle(context, begun, 'void');
      throw error;
    }
    const { failures } = await settle(context, begun, right ? 'right' : 'wrong');
    return right ? undefined : wrongAnswer(failures, context.line.line.limits);
  });
}
