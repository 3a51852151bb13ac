/** `qr-confirm`: the phone that scanned lets the other browser in, as the account it is signed in with itself. */
import { SUB } from '../accounts/kinds.ts';
import { confirmTicket, EXPIRED, MASTERS_ONLY, ownTicket } from '../qr/tickets.ts';
import { deviceOf } from '../sessions/devices.ts';
import type { CallContext, Failure, HandlerOf, Session } from '../types.ts';

/** A sub account, or one that wrong passwords locked, and not for this phone. */
async function obstacle(
  context: CallContext,
  { accountId }: Session,
): Promise<Failure<'Account.Son.Prohibit.Login' | 'Account.Locked'> | undefined> {
  const { lockAfter, knownDevices } = context.line.line.limits;
  const [row] = await context.db.query<{ kind: number; locked: boolean }>(
    `select a.kind, exists (select 1 from sign_in_counter c where c.key = 'account:' || $1::text and (c.locked_at is not null or c.failures >= $2))
        and not is_known_device($1::uuid, $3, $4) as locked
       from account a where a.id = $1::uuid`,
    [accountId, lockAfter, deviceOf(context) ?? null, knownDevices],
  );
  if (row?.kind === SUB) return MASTERS_ONLY;
  return row?.locked ? { code: 'Account.Locked' } : undefined;
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
