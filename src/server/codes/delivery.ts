/** How a message fared, as far as the visitor can be told at once. It stays owed whatever is said here. */
import type { CallContext, Failure, RefusalReason } from '../types.ts';

const PATIENCE = 2500;
const STEP = 100;
/** Delivery codes of mail that have a sentence of their own. */
const MAIL_CODES: ReadonlySet<number> = new Set([559, 554, 550, 451, 552, 521, 500]);
/** Of those, what an owed mail has while nobody answers: it says nothing about the mailbox. */
const NO_ANSWER = 500;

/**
 * What a carrier's refusal of a number is called, each with how long it lasts at most, seconds. A carrier knows numbers and no
 * accounts, so this says nothing about those.
 */
const REASONS: Readonly<Record<RefusalReason, { readonly code: string; readonly seconds?: number }>> = {
  frequently: { code: 'Validate.frequently', seconds: 3600 },
  limit: { code: 'Validate.LimitExceeded', seconds: 86400 },
  'low-safe': { code: 'Account.Register.LowSafe' },
};

function refusal(reason: RefusalReason): Failure {
  const { code, seconds } = REASONS[reason];
  return seconds === undefined ? { code } : { code, data: { seconds }, retryAfterSeconds: seconds };
}

/**
 * Waits a moment for the first try of a message and gives the answer for one that did not leave: the delivery code of a
 * mail, why a carrier refused a number, or that it could not be sent. Undefined when it left, or is still under way after the wait.
 */
export async function deliveryFault(
  context: CallContext,
  id: string,
  channel: 'email' | 'sms' | 'voice',
): Promise<Failure | undefined> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const delivery = await context.outbox.delivery(context.db, id);
    if (!delivery || delivery.state === 'sent') return undefined;
    const { state, code, reason } = delivery;
    if (reason) return refusal(reason);
    if (state !== 'owed' || code !== null) {
      // Told to wait or unreachable: it will be tried again, yet the visitor should know that nothing has come.
      const isKnown =
        channel === 'email' && code !== null && MAIL_CODES.has(code) && (state !== 'owed' || code !== NO_ANSWER);
      return { code: isKnown ? String(code) : 'Validate.Code.SendError' };
    }
    if (Date.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}
