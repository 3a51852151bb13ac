/**
 * Proving that one owns an account by its password, where something else follows than the sign-in itself: on the same
 * counter, with the same captcha, work and wording.
 */
import { hashQueue, OverloadedError } from '../limits/hashing.ts';
import type { CallContext, Failure } from '../types.ts';
import { isPassword } from './credentials.ts';
import { type LoginName, readLoginName } from './identifiers.ts';
import { type Begun, gate, obstacle, type PasswordRequest, reserve, settle, wrongAnswer } from './sign-in.ts';
import { toStranger } from './states.ts';

const BUSY: Failure = { code: 'Common.RequestLimitExceeded', retryAfterSeconds: 1 };

export interface Proven {
  readonly accountId: string;
  /** The account's while its password was checked. */
  readonly generation: number;
}

async function prove(
  request: PasswordRequest,
  context: CallContext,
  name: LoginName,
  kind: 1 | 2,
): Promise<Proven | Failure> {
  const begun: Begun | Failure = await reserve(request, context, name);
  if (!('verdict' in begun)) return begun;
  if (context.line.line.wording === 'verbose') {
    const early = begun.account_id
      ? toStranger(obstacle(context, begun, kind), begun.matched)
      : { code: 'Account.NotFound' };
    if (early) {
      await settle(context, begun, 'void');
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
    return { code: BUSY.code, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (!right || !begun.account_id) {
    const { failures } = await settle(context, begun, 'wrong');
    return wrongAnswer(failures, context.line.line.limits);
  }
  await settle(context, begun, 'right');
  return obstacle(context, begun, kind) ?? { accountId: begun.account_id, generation: begun.generation ?? 0 };
}

/** The account of a login name and its right password; else the answer that signing in would give. */
export async function provePassword(
  request: PasswordRequest,
  context: CallContext,
  kind: 1 | 2,
  event: string,
): Promise<Proven | Failure> {
  if (hashQueue.isFull()) return BUSY;
  const name = readLoginName(request.loginName, context.line.line);
  const proven = await gate.run(`${context.zone}\n${name.key}`, () => prove(request, context, name, kind));
  const accountId = 'accountId' in proven ? proven.accountId : undefined;
  const outcome = 'code' in proven ? String(proven.code) : 'ok';
  await context.audit(context.db, event, { ...(accountId ? { accountId } : {}), identifier: name.key, outcome });
  return proven;
}
