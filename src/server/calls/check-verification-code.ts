/** `check-verification-code`: checks a registration code and gives the proof that registering then takes. */
import type { CheckVerificationCodeRequest } from '../../generated/api.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { checkCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<CheckVerificationCodeRequest> = async ({ phone, code, purpose }, context) => {
  const checked = await checkCode(context, purpose, normalisePhone(phone), code, true);
  if ('code' in checked) return checked;
  return { code: 200, data: { proof: await makeProof(context, 'code', checked.id) } };
};
