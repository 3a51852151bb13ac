/** `check-verification-code`: checks a registration code and gives the proof that registering then takes. */
import { normalisePhone } from '../accounts/identifiers.ts';
import { orRefused } from '../accounts/refused.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'check-verification-code'> = async ({ phone, code, purpose }, context) => {
  const checked = await checkCode(context, purpose, normalisePhone(phone), code);
  if ('code' in checked) return checked;
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      await spendCode(sql, checked.id, refuse);
      return { code: 200, data: { proof: await makeProof(sql, context, 'code', checked.id) } };
    }),
  );
};
