/**
 * `active-email`: activates the account of a proof; a repeat shows success again. It is a GET as specified, so a browser
 * or a mail scanner that merely opens the address must change nothing: navigations are refused, and the proof is only
 * given to a page that asked for it.
 */
import type { ActiveEmailRequest } from '../../generated/api.ts';
import { orRefused, Refused } from '../accounts/refused.ts';
import { lockLink, screenUrl, spendLinks } from '../codes/links.ts';
import { sendMessage } from '../codes/messages.ts';
import { readProof } from '../codes/proofs.ts';
import type { CallContext, Handler } from '../types.ts';

/** Whether the request is a page being opened, or one fetched ahead, rather than a script's own call. */
function isOpening(headers: CallContext['headers']): boolean {
  return (
    headers['sec-fetch-mode'] === 'navigate' || headers['sec-purpose'] !== undefined || headers.purpose === 'prefetch'
  );
}

export const handle: Handler<ActiveEmailRequest> = (request, context) => {
  if (isOpening(context.headers)) return Promise.resolve({ code: 'Forbidden' });
  const proof = readProof(context, request.proof);
  if (proof?.kind !== 'link') return Promise.resolve({ code: 'Account.Token.Expired' });
  return orRefused(() =>
    context.settle(async (sql) => {
      const link = await lockLink(sql, context, proof);
      if (!link?.email || link.kind !== 'activate') throw new Refused('Account.Token.Expired');
      const { email, username, account_id: accountId } = link;
      if (link.status === 'active') return { code: 200, data: { email, username } };
      if (link.status !== 'unactivated' || link.used || link.expired) throw new Refused('Account.Token.Expired');
      await sql.query(`update account set status = 'active', activated_at = foyer_now() where id = $1`, [accountId]);
      await spendLinks(sql, 'activate', accountId);
      const url = screenUrl(context, 'sign-in');
      await sendMessage(sql, context, {
        channel: 'email',
        to: email,
        template: 'welcome',
        params: { link: url, username },
      });
      await context.audit(sql, 'activate', { accountId, outcome: 'ok' });
      return { code: 200, data: { email, username } };
    }),
  );
};
