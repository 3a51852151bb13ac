/** Tells the owner of an account that a browser nobody knew signed in to it. */
import { SUB } from '../accounts/kinds.ts';
import { tell } from '../accounts/owner.ts';
import { mayNotify } from '../codes/dispatch.ts';
import { screenUrl } from '../codes/links.ts';
import type { CallContext, Sql } from '../types.ts';
import type { NewSession } from './sessions.ts';

interface Told {
  readonly username: string;
  readonly kind: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly time: string;
}

/**
 * Who is told: the account's own mailbox, its proven phone where there is none, and for a sub account that has neither its
 * master, who alone can set it another password.
 */
const TOLD = `select a.username, a.kind,
    case when a.email is not null or a.phone_verified then a.email else m.email end as email,
    case when a.phone_verified then a.phone when a.email is null and m.phone_verified then m.phone end as phone,
    to_char(foyer_now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as time
  from account a left join account m on m.id = a.master_id where a.id = $1`;

/**
 * Owes the notice in the transaction that opens the session, so that no session of a new browser goes untold. An SMS counts
 * in the budgets of what is sent, for signing in again and again must not cost without end; past them it is left out.
 */
export async function tellOfDevice(
  sql: Sql,
  context: CallContext,
  accountId: string,
  session: NewSession,
): Promise<void> {
  const [told] = await sql.query<Told>(TOLD, [accountId]);
  if (!told) return;
  const { username, kind, email, phone, time } = told;
  // Nobody resets a sub account's password but its master, on the account page.
  const { screen, ...named } =
    kind === SUB
      ? ({ template: 'sub-account-new-device', screen: 'console' } as const)
      : ({ template: 'new-device', screen: 'forgot-password' } as const);
  const notice = {
    ...named,
    params: {
      username,
      time,
      device: session.device,
      place: session.place ?? '-',
      link: screenUrl(context, screen),
    },
  };
  if (email) return tell(sql, context, { email }, notice);
  if (phone && (await mayNotify(sql, context, phone))) await tell(sql, context, { phone }, notice);
}
