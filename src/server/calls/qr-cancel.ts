/** `qr-cancel`: the phone that scanned refuses, or takes back its confirmation before it was used; the other browser is told so. */
import { cancelTicket, EXPIRED, ownTicket, REDEEMED } from '../qr/tickets.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'qr-cancel'> = async ({ ticket: id }, context) => {
  const session = await context.session();
  return context.settle(async (sql) => {
    const isDone = await cancelTicket(sql, context, id);
    if (isDone) {
      await context.audit(sql, 'qr-cancelled', { ...(session ? { accountId: session.accountId } : {}), outcome: 'ok' });
      return { code: 200, data: {} };
    }
    const ticket = await ownTicket(sql, context, id);
    if ('code' in ticket) return ticket;
    if (ticket.redeemed) return REDEEMED;
    return ticket.state === 'cancelled' ? { code: 200, data: {} } : EXPIRED;
  });
};
