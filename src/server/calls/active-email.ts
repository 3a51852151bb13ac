/**
 * `active-email`: activates the account of a proof in the browser that registered it; a repeat shows success again. It is a GET as specified, so a browser
 * or a mail scanner that merely opens the address must change nothing: navigations are refused, and the proof is only
 * given to a page that asked for it.
 */
import { activate, isElsewhere } from '../accounts/activation.ts';
import { orRefused } from '../accounts/refused.ts';
import { lockLink } from '../codes/links.ts';
import { readProof } from '../codes/proofs.ts';
import { renewFlow } from '../sessions/flow.ts';
import type { CallContext, HandlerOf } from '../types.ts';

/** Whether the request is a page being opened, or one fetched ahead, rather than a script's own call. */
function isOpening(headers: CallContext['headers']): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' || headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch'
  );
}

export const handle: HandlerOf<'active-email'> = (request, context) => {
  if (isOpening(context.headers)) return Promise.resolve({ code: 'Forbidden' });
  const proof = readProof(context, request.proof);
  if (proof?.kind !== 'link') return Promise.resolve({ code: 'Account.Token.Expired' });
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      const link = await lockLink(sql, context, proof);
      if (!link?.email || link.kind !== 'activate') throw refuse('Account.Token.Expired');
      const { email, username, account_id: accountId } = link;
      const data = { email, username, userId: accountId };
      if (link.status === 'active') return { code: 200, data };
      if (link.status !== 'unactivated' || link.spent || link.expired) throw refuse('Account.Token.Expired');
      if (isElsewhere(context, link)) throw refuse('Activation.Elsewhere');
      await activate(sql, context, { id: accountId, email, username });
      renewFlow(context);
      return { code: 200, data };
    }),
  );
};
