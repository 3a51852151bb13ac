/** Whether a message may go to a phone or mailbox now: one a minute, so many an hour and a day, a captcha from the second on. */
import { isMainland, targetDigest } from '../accounts/identifiers.ts';
import { type CaptchaAnswer, captchaFault } from '../captcha/captcha.ts';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, Failure, OutgoingMessage, Sql } from '../types.ts';

interface Taken {
  readonly verdict: 'ok' | 'wait' | 'frequently' | 'limit' | 'captcha' | 'no-voice';
  readonly seconds: number | null;
}

async function take(
  sql: Sql,
  context: CallContext,
  target: string,
  channel: OutgoingMessage['channel'],
  captchaPassed: boolean,
): Promise<Taken> {
  const { resendSeconds, codesPerHour, codesPerDay } = context.line.line.limits;
  const [taken] = await sql.query<Taken>('/* writes */ select * from dispatch_take($1, $2, $3, $4, $5, $6, $7, $8)', [
    context.zone,
    targetDigest(context, target),
    flowOf(context),
    channel,
    captchaPassed,
    resendSeconds,
    codesPerHour,
    codesPerDay,
  ]);
  if (!taken) throw new Error('dispatch_take gave no row.');
  return taken;
}

/** The answer of a refused dispatch, or of one that waits for a captcha. */
function refusal({ verdict, seconds }: Taken): Failure | undefined {
  const after = seconds ?? 0;
  switch (verdict) {
    case 'wait':
      return { code: 'Common.RequestLimitExceeded', data: { seconds: after }, retryAfterSeconds: after };
    case 'frequently':
      return { code: 'Validate.frequently', data: { seconds: after }, retryAfterSeconds: after };
    case 'limit':
      return { code: 'Validate.LimitExceeded', data: { seconds: after }, retryAfterSeconds: after };
    case 'no-voice':
      return { code: 'InvalidParameter' };
    default:
      return undefined;
  }
}

/** Counts a message to `target` (E.164 or folded mailbox), or gives the answer that says why it may not go. */
export async function dispatchFault(
  request: CaptchaAnswer,
  context: CallContext,
  target: string,
  channel: OutgoingMessage['channel'],
): Promise<Failure | undefined> {
  if (channel === 'voice' && !isMainland(target)) return { code: 'InvalidParameter' };
  const taken = await take(context.db, context, target, channel, false);
  if (taken.verdict !== 'captcha') return refusal(taken);
  const fault = await captchaFault(request, context);
  return fault ?? refusal(await take(context.db, context, target, channel, true));
}

/** Counts the first message of a registration, which its own limits guard: never refused, but the next one waits. */
export async function countDispatch(sql: Sql, context: CallContext, target: string): Promise<void> {
  await sql.query('insert into dispatch (zone, target_digest, flow_digest, channel) values ($1, $2, $3, $4)', [
    context.zone,
    targetDigest(context, target),
    flowOf(context),
    'email',
  ]);
}
