/** `is-bind-other-account`: whether the account of a proven phone has another third-party user of this provider. */
import { normalisePhone } from '../accounts/identifiers.ts';
import { checkCode } from '../codes/codes.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { hasIdentity } from '../third-party/identities.ts';
import { codePurposeOf } from '../third-party/outcome.ts';
import { masterOfPhone, otherMasterOfPhone } from '../third-party/phones.ts';
import { findThirdToken } from '../third-party/tokens.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'is-bind-other-account'> = async ({ token, phone: given, code }, context) => {
  const pending = await findThirdToken(context, token, [3, 4]);
  if (!pending) return TOKEN_EXPIRED;
  const phone = normalisePhone(given);
  // Only who has the phone learns about its account; the code stays good for the binding itself.
  const checked = await checkCode(context, codePurposeOf(context, pending.provider), phone, code);
  if ('code' in checked) return checked;
  const { accountId } = pending;
  const master = await (accountId === undefined
    ? masterOfPhone(context, phone, pending.provider)
    : otherMasterOfPhone(context, phone, accountId));
  if (!master || 'code' in master) return { code: 200, data: { isRegistered: master !== undefined, isBound: false } };
  const isBound = await hasIdentity(context.db, master.id, pending.provider);
  return { code: 200, data: { isRegistered: true, isBound } };
};
