/** `qr-confirm`: the phone that scanned lets the other browser in, as the account it is signed in with itself. */
import type { QrConfirmRequest } from '../../generated/api.ts';
import { confirmTicket, EXPIRED, ownTicket } from '../qr/tickets.ts';
import { deviceOf } from '../sessions/devices.ts';
import type { CallContext, Handler, Session } from '../types.ts';

/** Whether wrong passwords locked the account, and not for this phone. */
async function isLocked(context: CallContext, { accountId }: Session): Promise<boolean> {
  const { lockAfter, knownDevices } = context.line.line.limits;
  const [row] = await context.db.query<{ locked: boolean }>(
    `select exists (select 1 from sign_in_counter c where c.key = 'account:' || $1::text and (c.locked_at is not null or c.failures >= $2))
        and not is_known_device($1::uuid, $3, $4) as locked`,
    [accountId, lockAfter, deviceOf(context) ?? null, knownDevices],
  );
  return row?.locked === true;
}

export const handle: Handler<QrConfirmRequest> = async ({ ticket: id }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (await isLocked(context, session)) return { code: 'Account.Locked' };
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
