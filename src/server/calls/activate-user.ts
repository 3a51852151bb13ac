/**
 * `activate-user`: has the rendering side take over the account that a link has just activated (overseas lines). It takes
 * the same proof; a repeat answers the same.
 */
import { orRefused } from '../accounts/refused.ts';
import { activateRendering } from '../accounts/store/change.ts';
import { lockLink } from '../codes/links.ts';
import { readProof } from '../codes/proofs.ts';
import type { HandlerOf } from '../types.ts';

const EXPIRED = 'Account.Token.Expired';

export const handle: HandlerOf<'activate-user'> = (request, context) => {
  const proof = readProof(context, request.proof);
  if (proof?.kind !== 'link') return Promise.resolve({ code: EXPIRED });
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      const link = await lockLink(sql, context, proof);
      if (link?.kind !== 'activate' || link.status === 'cancelled') throw refuse(EXPIRED);
      // The single sign-on comes first: what it has not activated the rendering side does not know.
      if (link.status !== 'active') throw refuse('Account.UnActivated');
      await activateRendering(sql, link.account_id);
      await context.audit(sql, 'rendering-activated', { accountId: link.account_id, outcome: 'ok' });
      return { code: 200, data: { userId: link.account_id, username: link.username } };
    }),
  );
};
