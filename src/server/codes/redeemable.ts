/** Where a code of each purpose can be redeemed: none is sent, at our cost, that nothing on this line would take. */
import { MASTER } from '../accounts/kinds.ts';
import { codePurposeOf } from '../third-party/outcome.ts';
import type { CallContext } from '../types.ts';
import type { Purpose } from './codes.ts';

/** Purposes that concern the visitor's own account, and take a session. */
const OWN: readonly Purpose[] = ['binddevice', 'changephone', 'changeemail', 'accessKey'];

export const isOwn = (purpose: Purpose): boolean => OWN.includes(purpose);

/** Providers of this line whose users bind a phone: members of an enterprise do not. */
function bindsPhones(context: CallContext, purpose: Purpose): boolean {
  const { phoneSignIn, phoneRegistration } = context.line.line.offers;
  if (!phoneSignIn && !phoneRegistration) return false;
  return context.line.line.providers.some((id) => {
    const provider = context.thirdParties.get(id);
    return provider !== undefined && !provider.members && codePurposeOf(context, id) === purpose;
  });
}

/** @param kind of the signed-in account, for a purpose of one's own */
export function isRedeemable(context: CallContext, purpose: Purpose, kind: 1 | 2 | undefined): boolean {
  const { phoneSignIn, phoneRegistration } = context.line.line.offers;
  switch (purpose) {
    case 'register':
      return phoneRegistration === true;
    case 'signin':
      return phoneSignIn === true;
    case 'forgetpassword':
      return true;
    case 'changeemail':
      // A sub account's contacts are its master's to keep.
      return kind === MASTER;
    case 'binddevice':
    case 'changephone':
    case 'accessKey':
      return kind !== undefined;
    default:
      return bindsPhones(context, purpose);
  }
}
