/** `qr-confirm`: the phone that scanned lets the other browser in, as the account it is signed in with itself. */
import { lockOf } from '../accounts/attempts.ts';
import { SUB } from '../accounts/kinds.ts';
import { confirmTicket, EXPIRED, MASTERS_ONLY, ownTicket } from '../qr/tickets.ts';
import type { CallContext, Failure, HandlerOf, Session } from '../types.ts';

/** A sub account, or one that wrong passwords locked, and not for this phone. */
async function obstacle(
  context: CallContext,
  { accountId }: Session,
): Promise<Failure<'Account.Son.Prohibit.Login' | 'Account.Locked'> | undefined> {
  const lock = await lockOf(context.db, context, accountId);
  if (lock?.kind === SUB) return MASTERS_ONLY;
  return lock?.locked && !lock.known ? { code: 'Account.Locked' } : undefined;
}

export const handle: HandlerOf<'qr-confirm'> = async ({ ticket: id }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  const refused = await obstacle(context, session);
  if (refused) return refused;
  return context.settle(async (sql) => {
    const isDone = await confirmTicket(sql, context, id, session);
    if (isDone) {
      await context.audit(sql, 'qr-confirmed', { accountId: session.accountId, outcome: 'ok' });
      return { code: 200, data: {} };
    }
    const ticket = await ownTicket(sql, context, id);
    if ('code' in ticket) return ticket;
    // The same again is no mistake.
    return ticket.state === 'confirmed' && ticket.account_id === session.accountId ? { code: 200, data: {} } : EXPIRED;
  });
};
