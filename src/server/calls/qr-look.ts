/** `qr-look`: a phone scanned the code. It owns the code from now on, and is told what it would confirm. */
import { SUB } from '../accounts/kinds.ts';
import { findAccount } from '../accounts/store/find.ts';
import { throttleAddress } from '../http/address.ts';
import { MASTERS_ONLY, scanTicket, stateValue } from '../qr/tickets.ts';
import { placeOf } from '../sessions/place.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'qr-look'> = async ({ ticket: id }, context) => {
  const within = await context.limiter.take('qr-look', throttleAddress(context.address));
  if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  const session = await context.session();
  const account = session && (await findAccount(context.db, { id: session.accountId }));
  // Before the scan: the code stays good for another phone.
  if (account?.kind === SUB) return MASTERS_ONLY;
  return context.settle(async (sql) => {
    const found = await scanTicket(sql, context, id);
    if ('code' in found) return found;
    const { ticket, isFirst } = found;
    if (isFirst) {
      await context.audit(sql, 'qr-scanned', { ...(session ? { accountId: session.accountId } : {}), outcome: 'ok' });
    }
    const state = { state: stateValue(context, ticket.state), signedIn: session !== undefined };
    if (!session) {
      const path = context.line.line.routes['qr-confirm']?.[0];
      return { code: 200, data: { ...state, returnTo: `${path}?ticket=${id}` } };
    }
    const place = placeOf(context.language, ticket.country, ticket.place);
    return {
      code: 200,
      data: {
        ...state,
        line: context.brandOf(ticket.line),
        device: ticket.device,
        ...(place === undefined ? {} : { place }),
        match: ticket.match,
        account: account?.username ?? '',
        userId: session.accountId,
      },
    };
  });
};
