/** `sessions`: the live sessions of the signed-in account: the present one, then the newest first. */
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sessions'> = async (_request, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  const rows = await context.db.query<{ id: string; device: string; place: string | null; created_at: Date }>(
    `select id, device, place, created_at from user_session
      where account_id = $1 and expires_at > foyer_now() order by id = $2 desc, created_at desc limit 100`,
    [session.accountId, session.id],
  );
  return {
    code: 200,
    data: {
      sessions: rows.map(({ id, device, place, created_at: since }) => ({
        id,
        device,
        ...(place ? { place } : {}),
        since: since.toISOString(),
        current: id === session.id,
      })),
    },
  };
};
