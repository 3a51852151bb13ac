/**
 * Signing in with a password: finds the account, reserves an attempt, checks the password, settles the attempt and
 * gives the single-use sign-in token. Two statements and one hashing on the way through, the answer's own keeping included.
 *
 * Masked wording gives a known and an unknown account the same answers, work and rows; what state an account is in
 * appears after its right password only. Verbose wording says it at once.
 */
import type { ErrorCode } from '../../generated/calls.ts';
import { hashQueue, OverloadedError } from '../limits/hashing.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import { flowOf } from '../sessions/flow.ts';
import type { Answer, CallContext, Failure, Ok, Sql } from '../types.ts';
import {
  type Attempt,
  attemptOf,
  type Begun,
  gate,
  isPast,
  LOGIN_TYPES,
  type ReserveCode,
  reserve,
  settle,
  type Token,
} from './attempts.ts';
import { isPassword, makeCredential } from './credentials.ts';
import { identifierDigest, type LoginName, readLoginName } from './identifiers.ts';
import { MASTER, SUB } from './kinds.ts';
import { tellLocked } from './lock-notice.ts';
import { isOwnerTold, type WrongCode, wrongAnswer } from './lock-policy.ts';
import { newSecret, sha256 } from './secrets.ts';
import { type BlockedCode, blockedAnswer, toStranger } from './states.ts';
import { renewCredential } from './store/credential.ts';
import { type WrongSiteCode, wrongSite } from './wrong-site.ts';

export { LOGIN_TYPES } from './attempts.ts';

export interface PasswordRequest extends CaptchaAnswer {
  readonly loginName: string;
  readonly password: string;
  readonly autoLogin?: boolean;
}

/** Calls of `signInByPassword`. */
const CHECKING: readonly string[] = ['sign-in', 'sub-sign-in'];

/**
 * Whether a call would check a password and none can be checked now. Asked before anything is spent on the call: under a
 * flood even the statements of those turned away would make those let in wait.
 */
export const cannotCheck = (call: string): boolean => CHECKING.includes(call) && hashQueue.isFull();

export type ObstacleCode = 'Account.Son.Prohibit.Login' | WrongSiteCode | BlockedCode;

/** What a found account that may not sign in here answers; undefined when it may. */
function obstacle(context: CallContext, begun: Begun, kind: 1 | 2): Failure<ObstacleCode> | undefined {
  if (!begun.account_id || !begun.status) return undefined;
  if (begun.kind === SUB && kind === MASTER) return { code: 'Account.Son.Prohibit.Login' };
  if (begun.account_zone && begun.account_zone !== context.zone) return wrongSite(context, begun.account_zone);
  return blockedAnswer({ status: begun.status, master_status: begun.master_status, email: begun.email });
}

interface Checked {
  readonly begun: Begun;
  /** The account whose password it is. */
  readonly accountId: string;
  /** Settles as wrong after all, and gives the answer to that. */
  readonly refuse: () => Promise<Failure<WrongCode>>;
}

type Report = (outcome: string, accountId?: string) => Promise<void>;
/** Codes that a typed password is refused with, whoever types it. */
export type ConfirmCode = ReserveCode | WrongCode;
export type SignInCode = ConfirmCode | 'Account.NotFound' | ObstacleCode;

/** What verbose wording says before a password is checked. */
function verboseFault(
  context: CallContext,
  begun: Begun,
  kind: 1 | 2,
): Failure<'Account.NotFound' | ObstacleCode> | undefined {
  if (context.line.line.wording !== 'verbose') return undefined;
  return begun.account_id ? toStranger(obstacle(context, begun, kind), begun.matched) : { code: 'Account.NotFound' };
}

/**
 * Reserves an attempt and checks a password, in the same steps wherever one is typed. A wrong one is settled here; a right one
 * is the caller's to settle, with what follows from it.
 * @param early what is said of the account before its password is checked
 */
async function checkPassword<Early extends ErrorCode>(
  request: CaptchaAnswer & { readonly password: string },
  context: CallContext,
  attempt: Attempt,
  early: (begun: Begun) => Failure<Early> | undefined,
  report: Report,
): Promise<Checked | Failure<ConfirmCode | Early>> {
  const { limits } = context.line.line;
  const begun = await reserve(request, context, attempt);
  if (!('verdict' in begun)) {
    await report(begun.code);
    return begun;
  }
  const accountId = begun.account_id ?? undefined;
  const fault = early(begun);
  if (fault) {
    await settle(context, attempt, begun, 'refused');
    await report(fault.code, accountId);
    return (await lookupFault(context, 'told')) ?? fault;
  }
  const refuse = async (): Promise<Failure<WrongCode>> => {
    const { failures, locked } = await settle(context, attempt, begun, 'wrong');
    const answer = wrongAnswer(failures, limits);
    const closed = begun.closed === true;
    await report(locked ? 'locked' : closed ? 'closed' : String(answer.code), accountId);
    if (isOwnerTold({ counterKey: begun.counter_key, locked, closed })) tellLocked(context, begun);
    return answer;
  };
  const stored = begun.hash && begun.pepper_key ? { hash: begun.hash, pepperKey: begun.pepper_key } : undefined;
  let right: boolean;
  try {
    right = await isPassword(context.keys, stored, request.password);
  } catch (error) {
    await settle(context, attempt, begun, 'void');
    throw error;
  }
  return right && accountId ? { begun, accountId, refuse } : refuse();
}

/** Gives what `work` answers; a full hashing queue as "try again in a moment". */
async function orBusy<T>(work: () => Promise<T>): Promise<T | Failure<'Common.RequestLimitExceeded'>> {
  if (hashQueue.isFull()) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: 1 };
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: error.retryAfterSeconds };
  }
}

/**
 * Moves a credential to the current pepper; a full queue leaves it for the next sign-in. One that was replaced meanwhile stays:
 * the password that was right a moment ago must not come back.
 */
async function renewPepper(context: CallContext, accountId: string, hash: string, password: string): Promise<void> {
  try {
    const credential = await makeCredential(context.keys, context.line.line, password);
    await renewCredential(context.db, { accountId, hash, credential });
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error;
  }
}

/** Gives the sign-in token of a right password. */
async function admit(
  request: PasswordRequest,
  context: CallContext,
  attempt: Attempt,
  { begun, accountId, refuse }: Checked,
  report: (sql: Sql) => Promise<void>,
): Promise<Answer<WrongCode>> {
  const rsAuthToken = newSecret();
  const loginType = LOGIN_TYPES[begun.matched ?? 'username'];
  const token: Token = {
    hash: sha256(rsAuthToken),
    flow: flowOf(context),
    name: identifierDigest(context.keys, context.zone, attempt.name.key),
    loginType,
    auto: request.autoLogin === true && context.line.line.offers.autoSignIn === true,
  };
  const answer: Ok = { code: 200, data: { rsAuthToken, loginName: request.loginName, loginType } };
  const known = context.known(answer);
  try {
    await settle(context, attempt, begun, 'right', token, async (sql) => {
      await report(sql);
      await known.keep(sql);
    });
  } catch (error) {
    known.withdraw();
    if (!isPast(error)) throw error;
    return refuse();
  }
  if (begun.hash && begun.pepper_key !== context.keys.sign('pepper', '').keyId) {
    await renewPepper(context, accountId, begun.hash, request.password);
  }
  return answer;
}

async function signIn(
  request: PasswordRequest,
  context: CallContext,
  name: LoginName,
  kind: 1 | 2,
): Promise<Answer<SignInCode>> {
  const attempt = attemptOf(context, name);
  flowOf(context);
  const report = (outcome: string, accountId?: string, sql: Sql = context.db): Promise<void> =>
    context.audit(sql, 'sign-in', { ...(accountId ? { accountId } : {}), identifier: name.key, outcome });
  const checked = await checkPassword(request, context, attempt, (begun) => verboseFault(context, begun, kind), report);
  if ('code' in checked) return checked;
  const { begun, accountId } = checked;
  const blocked = obstacle(context, begun, kind);
  if (blocked) {
    await settle(context, attempt, begun, 'right', undefined, (sql) => report(blocked.code, accountId, sql));
    return blocked;
  }
  return admit(request, context, attempt, checked, (sql) => report('ok', accountId, sql));
}

/** Signs in by password as a master (1) or a sub account (2). */
export function signInByPassword(
  request: PasswordRequest,
  context: CallContext,
  kind: 1 | 2,
): Promise<Answer<SignInCode>> {
  const name = readLoginName(request.loginName, context.line.line);
  return gate.run(`${context.zone}\n${name.key}`, () => orBusy(() => signIn(request, context, name, kind)));
}

export interface Proven {
  readonly accountId: string;
  /** The account's while its password was checked. */
  readonly generation: number;
}

/**
 * The account of a login name and its right password, where something else follows than the sign-in itself: on the same
 * counters, with the same captcha, work and wording. Else the answer that signing in would give.
 */
export function provePassword(
  request: PasswordRequest,
  context: CallContext,
  kind: 1 | 2,
  event: string,
): Promise<Proven | Failure<SignInCode>> {
  const name = readLoginName(request.loginName, context.line.line);
  const report: Report = (outcome, accountId) =>
    context.audit(context.db, event, { ...(accountId ? { accountId } : {}), identifier: name.key, outcome });
  const prove = async (): Promise<Proven | Failure<SignInCode>> => {
    const attempt = attemptOf(context, name);
    const checked = await checkPassword(
      request,
      context,
      attempt,
      (begun) => verboseFault(context, begun, kind),
      report,
    );
    if ('code' in checked) return checked;
    const { begun, accountId } = checked;
    await settle(context, attempt, begun, 'right');
    const blocked = obstacle(context, begun, kind);
    await report(blocked ? blocked.code : 'ok', accountId);
    return blocked ?? { accountId, generation: begun.generation ?? 0 };
  };
  return gate.run(`${context.zone}\n${name.key}`, () => orBusy(prove));
}

/**
 * Checks the password of an account that is signed in already, before something of it is changed: on the same counters as
 * signing in, so that an open session is no way to guess on. Undefined when it is right. Rejects when the queue is full.
 */
export function confirmPassword(
  request: CaptchaAnswer,
  password: string,
  context: CallContext,
  name: LoginName,
): Promise<Failure<ConfirmCode> | undefined> {
  return gate.run(`${context.zone}\n${name.key}`, async () => {
    const attempt = attemptOf(context, name);
    const whole = { ...request, password };
    const checked = await checkPassword<never>(
      whole,
      context,
      attempt,
      () => undefined,
      async () => undefined,
    );
    if ('code' in checked) return checked;
    await settle(context, attempt, checked.begun, 'right');
    return undefined;
  });
}
