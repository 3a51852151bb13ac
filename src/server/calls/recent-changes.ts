/** `recent-changes`: which contacts of the signed-in account were changed lately, since a thief may have put them there. */
import { provenPhone, signedIn } from '../accounts/owner.ts';
import type { HandlerOf } from '../types.ts';

/** Contact → what its changes are called in the audit table. */
const EVENTS = { email: 'email-changed', phone: 'phone-bound' } as const;

export const handle: HandlerOf<'recent-changes'> = async (_request, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner } = found;
  const rows = await context.db.query<{ event: string; at: Date }>(
    `select event, max(at) as at from audit
      where account_id = $1 and event = any($2) and outcome in ('ok', 'changed') and at > foyer_now() - make_interval(days => $3)
      group by event order by 2 desc`,
    [owner.id, Object.values(EVENTS), context.line.line.limits.recentDays],
  );
  const changes = rows.flatMap(({ event, at }) => {
    const kind = event === EVENTS.email ? 'email' : 'phone';
    const value = kind === 'email' ? owner.email : provenPhone(owner);
    return value ? [{ id: kind, kind, value, since: at.toISOString() }] : [];
  });
  return { code: 200, data: { changes } };
};
