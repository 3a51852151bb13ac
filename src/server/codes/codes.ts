/** Codes: six digits from a secure source, stored as a keyed digest, good for one purpose, target, line and flow. */
import { randomInt, randomUUID } from 'node:crypto';
import { targetDigest } from '../accounts/identifiers.ts';
import type { Refuse } from '../accounts/refused.ts';
import { callOf } from '../db/named.ts';
import { knowsTarget } from '../sessions/devices.ts';
import { flowAmong, flowOf } from '../sessions/flow.ts';
import type { CallContext, Failure, Sql } from '../types.ts';
import { senderOf } from './dispatch.ts';

export type Purpose =
  | 'register'
  | 'forgetpassword'
  | 'binddevice'
  | 'bindqqphone'
  | 'bindwxphone'
  | 'bindwbphone'
  | 'changephone'
  | 'changeemail'
  | 'accessKey'
  | 'signin'
  | 'bindthird';

/** A code as it is entered or sent: what its digest is made of, besides zone and line. */
interface Coded {
  readonly purpose: Purpose;
  readonly target: string;
  readonly flow: string;
}

function codeDigest(context: CallContext, { purpose, target, flow }: Coded, code: string): string {
  const parts = ['code', context.zone, context.line.name, purpose, target, flow, code];
  return context.keys.sign('identifier', parts.join('\n')).value;
}

/**
 * Stores a new code for a target in the caller's transaction and gives it. `decoy` stores a digest that nothing fits,
 * for an account that is nobody's: where no code may be sent, the work is the same and checking one answers as if one had been.
 * `replaces` is the contact that the account has now, empty for none, where the code is for another one.
 */
export async function newCode(
  sql: Sql,
  context: CallContext,
  purpose: Purpose,
  target: string,
  options: { accountId?: string; decoy?: boolean; replaces?: string } = {},
): Promise<string> {
  const { codeDigits, codeMinutes } = context.line.line.limits;
  const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
  const flow = flowOf(context);
  await sql.query(
    `insert into verification_code (zone, line, purpose, target_digest, flow_digest, code_digest, account_id, replaces, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, foyer_now() + make_interval(mins => $9))`,
    [
      context.zone,
      context.line.name,
      purpose,
      targetDigest(context, target),
      flow,
      codeDigest(context, { purpose, target, flow }, options.decoy ? `${code}-` : code),
      options.decoy ? randomUUID() : (options.accountId ?? null),
      options.replaces && targetDigest(context, options.replaces),
      codeMinutes,
    ],
  );
  return code;
}

/** The flow that asked for the last code of a purpose and target: this browser may have another one since. */
const flowOfCode = (context: CallContext, purpose: Purpose, target: string): Promise<string> =>
  flowAmong(
    context.db,
    context,
    `select flow_digest from verification_code
      where flow_digest = any($1) and zone = $2 and line = $3 and purpose = $4 and target_digest = $5 order by created_at desc limit 1`,
    [context.zone, context.line.name, purpose, targetDigest(context, target)],
  );

/** A code that was right. */
export interface CheckedCode {
  readonly id: string;
  /** Account it was sent for, where it recovers one. */
  readonly accountId: string | undefined;
}

export type CodeFault = 'Validate.Code.Error' | 'Code.Error.More' | 'Common.RequestLimitExceeded';

/**
 * Checks a code without using it up: `spendCode` does, inside the transaction it is for. A wrong one is counted where there is
 * a code to guess, against the browser and the address that entered it: never against the phone or mailbox. The long wait of an
 * address, which many may share, lets a browser that the target's account knows go on, and the first try of a code under way.
 */
export async function checkCode(
  context: CallContext,
  purpose: Purpose,
  target: string,
  code: string,
): Promise<CheckedCode | Failure<CodeFault>> {
  const { codeTries, verificationsBeforeWait, verificationWaitHours } = context.line.line.limits;
  const flow = await flowOfCode(context, purpose, target);
  const guess = callOf('code_guess', {
    p_zone: context.zone,
    p_line: context.line.name,
    p_purpose: purpose,
    p_target: targetDigest(context, target),
    p_flow: flow,
    p_address: senderOf(context).address,
    p_code: codeDigest(context, { purpose, target, flow }, code),
    p_tries: codeTries,
    p_wrong_before_wait: verificationsBeforeWait,
    p_wait_hours: verificationWaitHours,
    p_known: await knowsTarget(context.db, context, target),
  });
  const [checked] = await context.db.query<{
    verdict: 'ok' | 'wrong' | 'burnt' | 'expired' | 'wait';
    code_id: string | null;
    account_id: string | null;
    seconds: number | null;
  }>(`/* writes */ select * from ${guess.text}`, guess.values);
  const { verdict, code_id: id, account_id: accountId, seconds } = checked ?? { verdict: 'expired' as const };
  await context.audit(context.db, 'code-checked', { identifier: target, outcome: verdict });
  if (verdict === 'ok' && id) return { id, accountId: accountId ?? undefined };
  if (verdict === 'wrong') return { code: 'Validate.Code.Error' };
  if (verdict === 'wait') {
    const after = seconds ?? 0;
    return { code: 'Common.RequestLimitExceeded', data: { seconds: after }, retryAfterSeconds: after };
  }
  return { code: 'Code.Error.More' };
}

/** Whether the account had another contact than `present`, empty for none, when it last asked for a code to bind this target. */
export async function isOvertaken(
  sql: Sql,
  context: CallContext,
  { id, purposes, target, present }: { id: string; purposes: readonly Purpose[]; target: string; present: string },
): Promise<boolean> {
  const [sent] = await sql.query<{ replaces: string | null }>(
    `select replaces from verification_code
      where account_id = $1 and zone = $2 and line = $3 and purpose = any($4) and target_digest = $5 and used_at is null
      order by created_at desc limit 1`,
    [id, context.zone, context.line.name, purposes, targetDigest(context, target)],
  );
  const replaced = sent?.replaces ?? undefined;
  return replaced !== undefined && replaced !== (present && targetDigest(context, present));
}

/** Uses a checked code up. Throws the refusal of the transaction when another request was first. */
export async function spendCode(sql: Sql, id: string, refuse: Refuse<'Code.Error.More'>): Promise<void> {
  const spent = await sql.query(
    'update verification_code set used_at = foyer_now() where id = $1 and used_at is null and expires_at > foyer_now() returning id',
    [id],
  );
  if (spent.length === 0) throw refuse('Code.Error.More');
}

/** The phone that a code for a new password was right for; undefined when the proof is over, or its account has another by now. */
export async function phoneOfProof(
  context: CallContext,
  proof: { readonly id: string; readonly until: number },
): Promise<string | undefined> {
  const [sent] = await context.db.query<{ phone: string | null; target_digest: string }>(
    `select a.phone, p.target_digest from verification_code p join account a on a.id = p.account_id
      where p.id = $1 and p.purpose = 'forgetpassword' and p.used_at is not null and p.proof_used_at is null
        and p.zone = $2 and p.line = $3 and to_timestamp($4) > foyer_now()`,
    [proof.id, context.zone, context.line.name, proof.until],
  );
  return sent?.phone && targetDigest(context, sent.phone) === sent.target_digest ? sent.phone : undefined;
}

/** Whether what the code proved was made use of already. */
export async function hasActed(context: CallContext, proof: { readonly id: string }): Promise<boolean> {
  const [sent] = await context.db.query<{ acted: boolean }>(
    'select acted from verification_code where id = $1 and zone = $2 and line = $3',
    [proof.id, context.zone, context.line.name],
  );
  return sent?.acted === true;
}

/** Uses up the proof that a code was right; false when it is spent, over, or for something else. */
export async function spendCodeProof(
  sql: Sql,
  context: CallContext,
  proof: { readonly id: string; readonly until: number },
  purposes: readonly Purpose[],
  target?: string,
): Promise<{ accountId: string | undefined } | undefined> {
  const [row] = await sql.query<{ account_id: string | null }>(
    `update verification_code set proof_used_at = foyer_now(), acted = true
      where id = $1 and used_at is not null and proof_used_at is null and to_timestamp($2) > foyer_now()
        and zone = $3 and line = $4 and purpose = any($5) and ($6::text is null or target_digest = $6)
      returning account_id`,
    [
      proof.id,
      proof.until,
      context.zone,
      context.line.name,
      purposes,
      target === undefined ? null : targetDigest(context, target),
    ],
  );
  return row && { accountId: row.account_id ?? undefined };
}
