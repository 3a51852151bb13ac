/** How a message fared, as far as the visitor can be told at once. It stays owed whatever is said here. */
import type { CallContext, Failure } from '../types.ts';

const PATIENCE = 2500;
const STEP = 100;
/** Delivery codes of mail that have a sentence of their own. */
const MAIL_CODES: ReadonlySet<number> = new Set([559, 554, 550, 451, 552, 521, 500]);

/**
 * Waits a moment for the first try of a message and gives the answer for one that did not leave: the delivery code of a
 * mail, or that it could not be sent. Undefined when it left, or is still under way after the wait.
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
    const { state, code } = delivery;
    if (state !== 'owed' || code !== null) {
      // Told to wait or unreachable: it will be tried again, yet the visitor should know that nothing has come.
      const isKnown =
        channel === 'email' && code !== null && MAIL_CODES.has(code) && (state !== 'owed' || code === 451);
      return { code: isKnown ? String(code) : 'Validate.Code.SendError' };
    }
    if (Date.now() >= deadline) return undefined;
    await new Promise((resolve) => setTimeout(resolve, STEP));
  }
}
