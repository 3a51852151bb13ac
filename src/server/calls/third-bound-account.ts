/** `third-bound-account`: links a third-party identity to an account that exists, by its password, and signs in. */
import { MASTER } from '../accounts/kinds.ts';
import { holdAccount } from '../accounts/owner.ts';
import { orRefused } from '../accounts/refused.ts';
import { provePassword } from '../accounts/sign-in.ts';
import { findWithMaster } from '../accounts/store/find.ts';
import { naming } from '../accounts/wrong-site.ts';
import { signInBy } from '../third-party/accounts.ts';
import { linkOrRefuse, orLostLinking } from '../third-party/binding.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { ownLoginType } from '../third-party/outcome.ts';
import { findThirdToken, spendThirdToken } from '../third-party/tokens.ts';
import type { HandlerOf } from '../types.ts';

const OTHER = 'ThirdParty.Provider.Bound';

export const handle: HandlerOf<'third-bound-account'> = async (request, context) => {
  const pending = await findThirdToken(context, request.token, [3]);
  const configured = pending && context.thirdParties.get(pending.provider);
  if (!pending || !configured) return TOKEN_EXPIRED;
  const proven = await provePassword(request, context, MASTER, 'third-bound-account');
  if ('code' in proven) return naming(context, pending.provider, proven);
  const account = await findWithMaster(context.db, proven.accountId);
  if (!account || account.generation !== proven.generation) return { code: 'Account.SignIn.Failed' };
  const auto = (request.autoLogin ?? pending.auto) && context.line.line.offers.autoSignIn === true;
  const { provider, identity } = pending;
  return orRefused((refuse) =>
    orLostLinking(OTHER, () =>
      context.settle(async (sql) => {
        await holdAccount(sql, account, { code: 'Account.SignIn.Failed' }, refuse);
        if (!(await spendThirdToken(sql, context, request.token, [3]))) throw refuse(TOKEN_EXPIRED);
        await linkOrRefuse(sql, context, { provider, identity, account, other: OTHER }, refuse);
        const wanted = { provider, loginType: ownLoginType(context, configured), auto, past: TOKEN_EXPIRED };
        const signedIn = await signInBy(sql, context, account, wanted, refuse);
        return { code: 200, data: { bindResult: 1, ...signedIn } };
      }),
    ),
  );
};
