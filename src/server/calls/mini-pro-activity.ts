/** `mini-pro-activity`: what binding WeChat and following the public account offer the signed-in visitor. */
import { MASTER } from '../accounts/kinds.ts';
import { findAccount } from '../accounts/store/find.ts';
import { isBound } from '../scenes/scenes.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'mini-pro-activity'> = async (_request, context) => {
  const { offers, coupons } = context.line.line;
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!offers.miniProgram) return { code: 'Forbidden' };
  const { db, scenes } = context;
  const account = await findAccount(db, { id: session.accountId });
  if (!account) return { code: '602' };
  const isMaster = account.kind === MASTER;
  const [bound, followed] = await Promise.all(
    (['miniProgram', 'publicAccount'] as const).map((kind) => isBound(db, session.accountId, kind)),
  );
  return {
    code: 200,
    data: {
      offered: isMaster && scenes?.mini !== undefined,
      bound,
      followOffered: isMaster && scenes?.account !== undefined && typeof coupons.publicAccount === 'number',
      followed,
      userId: session.accountId,
      accountType: account.kind,
    },
  };
};
