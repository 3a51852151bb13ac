/**
 * Whether a message may go to a phone or mailbox now. A target's limits are shared so that strangers cannot use up what its
 * owner needs; budgets bound what an address, a network, a country and a line send; a captcha comes from the second on.
 */
import type { ErrorCode } from '../../generated/calls.ts';
import { identifierDigest, isDialable, isMainland, targetDigest } from '../accounts/identifiers.ts';
import type { Refuse } from '../accounts/refused.ts';
import { CAPTCHA_REQUIRED, type CaptchaFault, captchaFault, hasPassed } from '../captcha/captcha.ts';
import { callOf } from '../db/named.ts';
import { networkAddress, throttleAddress } from '../http/address.ts';
import { invalid } from '../http/envelope.ts';
import type { CaptchaAnswer } from '../ports/captcha.ts';
import { knowsTarget } from '../sessions/devices.ts';
import { flowOf } from '../sessions/flow.ts';
import type { CallContext, Failure, OutgoingMessage, Sql } from '../types.ts';
import { type Alarm, budgetsOf, raise, type Sender } from './budgets.ts';
import { costlyRange, isTooCostly } from './ranges.ts';

/** What a message is for. Each has a share of its target's limits of its own, so that one cannot be used up by another. */
export type Topic = 'code' | 'activate' | 'reset' | 'notice';

export interface Dispatch {
  /** E.164 or folded mailbox. */
  readonly target: string;
  readonly channel: Exclude<OutgoingMessage['channel'], 'conversion'>;
  readonly topic: Topic;
}

interface Taken {
  readonly verdict: 'ok' | 'wait' | 'frequently' | 'limit' | 'budget' | 'captcha' | 'no-voice';
  readonly seconds: number | null;
  readonly alarms: readonly Alarm[];
}

interface How {
  readonly captchaPassed: boolean;
  /** Whether the target's own limits are asked. */
  readonly judges: boolean;
  readonly counts: boolean;
}

/** Keyed digests of where a request comes from, alike on all lines of a zone. */
export function senderOf(context: CallContext): Sender {
  const digest = (kind: string, address: string): string =>
    identifierDigest(context.keys, context.zone, `${kind}\n${address}`);
  return {
    address: digest('address', throttleAddress(context.address)),
    network: digest('network', networkAddress(context.address)),
  };
}

/** Providers that ignore dots in front of the `@`: many spellings are one mailbox. */
const DOTLESS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** One spelling of a mailbox, for what it may get; whose it is goes by the spelling that its owner gave. */
function oneMailbox(mailbox: string): string {
  const at = mailbox.lastIndexOf('@');
  const domain = DOTLESS[mailbox.slice(at + 1)];
  return domain === undefined ? mailbox : `${mailbox.slice(0, at).replaceAll('.', '')}@${domain}`;
}

async function take(sql: Sql, context: CallContext, dispatch: Dispatch, how: How): Promise<Taken> {
  const { target, channel, topic } = dispatch;
  const { limits } = context.line.line;
  const from = senderOf(context);
  const phone = channel === 'email' ? undefined : target;
  const flow = flowOf(context);
  const call = callOf('send_take', {
    p_zone: context.zone,
    p_topic: topic,
    p_target: targetDigest(context, channel === 'email' ? oneMailbox(target) : target),
    p_flow: flow,
    p_address: from.address,
    p_network: from.network,
    p_channel: channel,
    p_captcha_passed: how.captchaPassed,
    p_judges: how.judges,
    p_counts: how.counts,
    p_figures: JSON.stringify({
      resend: limits.resendSeconds,
      hour: limits.codesPerHour,
      day: limits.codesPerDay,
      reserved: limits.codesReserved,
      all: limits.codesPerDayFromAll,
      freeTargets: limits.freeTargetsPerAddress,
      freeSends: limits.freeSendsPerNetwork,
      near: limits.sendsNearPercent,
      knownFlow: (await knowsTarget(sql, context, target)) ? flow : null,
    }),
    p_budgets: JSON.stringify(budgetsOf(context, from, phone)),
  });
  const [taken] = await sql.query<Taken>(`/* writes */ select * from ${call.text}`, call.values);
  if (!taken) throw new Error('send_take gave no row.');
  raise(context, taken.alarms, from, phone);
  return taken;
}

type SharedCode = 'Common.RequestLimitExceeded' | 'InvalidParameter';
type OwnCode = 'Validate.frequently' | 'Validate.LimitExceeded';

function later<Code extends ErrorCode>(code: Code, { seconds }: Taken): Failure<Code> {
  const after = seconds ?? 0;
  return { code, data: { seconds: after }, retryAfterSeconds: after };
}

/** The answer of a dispatch that is refused whoever it is to. */
function sharedRefusal(taken: Taken): Failure<SharedCode> | undefined {
  switch (taken.verdict) {
    case 'wait':
    case 'budget':
      return later('Common.RequestLimitExceeded', taken);
    case 'no-voice':
      return invalid('channel');
    case 'frequently':
    case 'limit':
      throw new Error('A target was held to limits that nobody asked for.');
    default:
      return undefined;
  }
}

/** The same where the target's own limits were asked, too. */
function refusal(taken: Taken): Failure<SharedCode | OwnCode> | undefined {
  switch (taken.verdict) {
    case 'frequently':
      return later('Validate.frequently', taken);
    case 'limit':
      return later('Validate.LimitExceeded', taken);
    default:
      return sharedRefusal(taken);
  }
}

/** Takes, and once more behind the captcha where that is asked for. */
async function takePast<Code extends ErrorCode>(
  request: CaptchaAnswer,
  context: CallContext,
  dispatch: Dispatch,
  how: Omit<How, 'captchaPassed'>,
  refusedBy: (taken: Taken) => Failure<Code> | undefined,
): Promise<Failure<Code> | CaptchaFault | undefined> {
  const taken = await take(context.db, context, dispatch, { ...how, captchaPassed: false });
  if (taken.verdict !== 'captcha') return refusedBy(taken);
  const fault = await captchaFault(request, context);
  return fault ?? refusedBy(await take(context.db, context, dispatch, { ...how, captchaPassed: true }));
}

/** What a number that nobody can have is answered, at its field. */
const NO_NUMBER = { code: 'InvalidParameter', data: { field: 'phone', keyword: 'pattern' } } as const;

type DispatchFault = Failure<SharedCode | OwnCode> | CaptchaFault;

/** Counts a message, or gives the answer that says why it may not go. */
export async function dispatchFault(
  request: CaptchaAnswer,
  context: CallContext,
  dispatch: Dispatch & { readonly channel: 'email' },
): Promise<DispatchFault | undefined>;
export async function dispatchFault(
  request: CaptchaAnswer,
  context: CallContext,
  dispatch: Dispatch,
): Promise<DispatchFault | Failure<'Account.Register.LowSafe'> | undefined>;
export async function dispatchFault(
  request: CaptchaAnswer,
  context: CallContext,
  dispatch: Dispatch,
): Promise<DispatchFault | Failure<'Account.Register.LowSafe'> | undefined> {
  const { channel, target } = dispatch;
  if (channel === 'voice' && !isMainland(target)) return invalid('channel');
  if (channel !== 'email' && isTooCostly(context, target)) return { code: 'Account.Register.LowSafe' };
  if (channel !== 'email' && costlyRange(target) === undefined && !isDialable(target)) return NO_NUMBER;
  return takePast(request, context, dispatch, { judges: true, counts: true }, refusal);
}

export type RegistrationDispatchCode = SharedCode | CaptchaFault['code'];

/**
 * The first message of a registration: `fault` is asked before its transaction, `count` counts the message in it. Budgets and
 * captcha hold for it like for any other; limits of the mailbox do not, for an account is made once, but the next message waits.
 */
export function registrationDispatch(request: CaptchaAnswer, context: CallContext, mailbox: string) {
  const dispatch: Dispatch = { target: mailbox, channel: 'email', topic: 'activate' };
  return {
    fault: (): Promise<Failure<RegistrationDispatchCode> | undefined> =>
      takePast(request, context, dispatch, { judges: false, counts: false }, sharedRefusal),
    async count(sql: Sql, refuse: Refuse<RegistrationDispatchCode>): Promise<void> {
      const taken = await take(sql, context, dispatch, {
        captchaPassed: hasPassed(context),
        judges: false,
        counts: true,
      });
      const fault = taken.verdict === 'captcha' ? CAPTCHA_REQUIRED : sharedRefusal(taken);
      if (fault) throw refuse(fault);
    },
  };
}

/** Counts an SMS that tells an owner something, in the caller's transaction. False when the budgets have no room for it. */
export async function mayNotify(sql: Sql, context: CallContext, phone: string): Promise<boolean> {
  const dispatch: Dispatch = { target: phone, channel: 'sms', topic: 'notice' };
  const taken = await take(sql, context, dispatch, { captchaPassed: true, judges: false, counts: true });
  return taken.verdict === 'ok';
}
