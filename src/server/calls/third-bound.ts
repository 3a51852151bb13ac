/** `third-bound`: verifies a third-party sign-in by the code sent to the account's own phone or mailbox, and signs in. */
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { fold } from '../accounts/identifiers.ts';
import { holdAccount } from '../accounts/owner.ts';
import { orRefused } from '../accounts/refused.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { signInBy } from '../third-party/accounts.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { ownLoginType, stateFault } from '../third-party/outcome.ts';
import { spendThirdToken } from '../third-party/tokens.ts';
import { verifiable } from '../third-party/verification.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'third-bound'> = async (request, context) => {
  // The token stands in a header, too: the page that speaks is the one that was given it.
  if (context.headers.authtoken !== request.token) return { code: 'Auth.Fail' };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const found = await verifiable(context, request.token);
  const configured = found && context.thirdParties.get(found.pending.provider);
  if (!found || !configured) return TOKEN_EXPIRED;
  const { account, contact, pending } = found;
  const target = contact.kind === 'phone' ? contact.to : fold(contact.to);
  const checked = await checkCode(context, 'bindthird', target, request.code);
  if ('code' in checked) return checked;
  // A code asked for another account that shares this contact is not this one's.
  if (checked.accountId !== account.id) return { code: 'Code.Error.More' };
  const auto = (request.autoLogin ?? pending.auto) && context.line.line.offers.autoSignIn === true;
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      await holdAccount(sql, account, TOKEN_EXPIRED, refuse);
      await spendCode(sql, checked.id, refuse);
      if (!(await spendThirdToken(sql, context, request.token, [2]))) throw refuse(TOKEN_EXPIRED);
      const blocked = stateFault(account);
      await context.audit(sql, 'third-verified', {
        accountId: account.id,
        outcome: blocked ? blocked.code : 'ok',
      });
      if (blocked) return blocked;
      const wanted = {
        provider: pending.provider,
        loginType: ownLoginType(context, configured),
        auto,
        past: TOKEN_EXPIRED,
      };
      return { code: 200, data: await signInBy(sql, context, account, wanted, refuse) };
    }),
  );
};
