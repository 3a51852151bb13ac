/** `session`: the signed-in visitor of this browser; 602 when there is none. */
import { maskName } from '../accounts/owner.ts';
import type { HandlerOf } from '../types.ts';

interface Profile {
  readonly username: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly uuid: string;
  readonly kind: 1 | 2;
  readonly security_risk: boolean;
  readonly since: Date;
}

export const handle: HandlerOf<'session'> = async (_request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  const [profile] = await context.db.query<Profile>(
    `select a.username, a.email, case when a.phone_verified then a.phone end as phone, a.uuid, a.kind,
        a.security_risk and a.kind = 1 as security_risk, s.created_at as since
       from user_session s join account a on a.id = s.account_id where s.id = $1`,
    [session.id],
  );
  if (!profile) return { code: '602' };
  const { username, email, phone, uuid, kind, since, security_risk: securityRisk } = profile;
  return {
    code: 200,
    data: {
      username,
      maskedName: maskName(username),
      ...(email ? { email } : {}),
      ...(phone ? { phone } : {}),
      userId: session.accountId,
      uuid,
      accountType: kind,
      since: since.toISOString(),
      securityRisk,
    },
  };
};
