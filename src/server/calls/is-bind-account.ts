/** `is-bind-account`: what stands behind the token of a third-party sign-in under way. */
import { findWithMaster } from '../accounts/store/find.ts';
import { contactOf } from '../third-party/accounts.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { codePurposeOf, profileOf } from '../third-party/outcome.ts';
import { findThirdToken } from '../third-party/tokens.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'is-bind-account'> = async ({ token }, context) => {
  const pending = await findThirdToken(context, token, [2, 3, 4]);
  if (!pending) return TOKEN_EXPIRED;
  const { provider, result, accountId, identity } = pending;
  const account = accountId === undefined ? undefined : await findWithMaster(context.db, accountId);
  const contact = result === 2 && account ? contactOf(account) : undefined;
  return {
    code: 200,
    data: {
      provider,
      result,
      isBound: accountId !== undefined,
      ...(result === 2 ? {} : { codePurpose: codePurposeOf(context, provider) }),
      ...(contact ? { contact: contact.masked, contactKind: contact.kind } : {}),
      ...(result === 3 ? profileOf(identity) : {}),
    },
  };
};
