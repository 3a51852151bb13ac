/** How a message fared, as far as the visitor can be told at once. It stays owed whatever is said here. */
import type { CallContext, Delivery, Failure, RefusalReason } from '../types.ts';

const PATIENCE = 2500;
const STEP = 100;
/** Delivery codes of mail that have a sentence of their own. */
const MAIL_CODES = ['559', '554', '550', '451', '552', '521', '500'] as const;
/** Of those, what an owed mail has while nobody answers: it says nothing about the mailbox. */
const NO_ANSWER = '500';
const NOT_SENT = 'Validate.Code.SendError';

type ReasonCode = 'Validate.frequently' | 'Validate.LimitExceeded' | 'Account.Register.LowSafe';

/**
 * What a carrier's refusal of a number is called, each with how long it lasts at most, seconds. A carrier knows numbers and no
 * accounts, so this says nothing about those.
 */
const REASONS: Readonly<Record<RefusalReason, { readonly code: ReasonCode; readonly seconds?: number }>> = {
  frequently: { code: 'Validate.frequently', seconds: 3600 },
  limit: { code: 'Validate.LimitExceeded', seconds: 86400 },
  'low-safe': { code: 'Account.Register.LowSafe' },
};

function refusal(reason: RefusalReason): Failure<ReasonCode> {
  const { code, seconds } = REASONS[reason];
  return seconds === undefined ? { code } : { code, data: { seconds }, retryAfterSeconds: seconds };
}

/** Waits a moment for the first try of a message that then did not leave. Undefined when it left, or is still under way after the wait. */
async function failedDelivery(context: CallContext, id: string): Promise<Delivery | undefined> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const delivery = await context.outbox.delivery(context.db, id);
    if (!delivery || delivery.state === 'sent') return undefined;
    // Told to wait or unreachable: it will be tried again, yet the visitor should know that nothing has come.
    if (delivery.reason || delivery.state !== 'owed' || delivery.code !== null) return delivery;
    if (Date.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}

/** The answer for a mail that did not leave: its delivery code, or that it could not be sent. */
export async function mailDeliveryFault(
  context: CallContext,
  id: string,
): Promise<Failure<(typeof MAIL_CODES)[number] | typeof NOT_SENT> | undefined> {
  const failed = await failedDelivery(context, id);
  if (!failed) return undefined;
  const known = MAIL_CODES.find((each) => each === String(failed.code));
  return { code: known && (failed.state !== 'owed' || known !== NO_ANSWER) ? known : NOT_SENT };
}

/** The answer for a text or a call that did not leave: why its carrier refused the number, or that it could not be sent. */
export async function phoneDeliveryFault(
  context: CallContext,
  id: string,
): Promise<Failure<ReasonCode | typeof NOT_SENT> | undefined> {
  const failed = await failedDelivery(context, id);
  return failed && (failed.reason ? refusal(failed.reason) : { code: NOT_SENT });
}
