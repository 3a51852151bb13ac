/** `check-verify-code`: checks a code and gives the proof that the next step takes; for a reset, whose account it is. */
import type { CheckVerifyCodeRequest } from '../../generated/api.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { SUB } from '../accounts/sign-in.ts';
import { checkCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<CheckVerifyCodeRequest> = async ({ phone, code, purpose }, context) => {
  const checked = await checkCode(context, purpose, normalisePhone(phone), code, true);
  if ('code' in checked) return checked;
  const proof = await makeProof(context, 'code', checked.id);
  if (purpose !== 'forgetpassword') return { code: 200, data: { proof } };
  const [account] = await context.db.query<{ id: string; kind: 1 | 2; username: string }>(
    'select id, kind, username from account where id = $1',
    [checked.accountId ?? null],
  );
  if (!account) return { code: 'Account.NotFound' };
  if (account.kind === SUB) return { code: 'Account.Sub.Reset.Pwd.Not.Support' };
  return { code: 200, data: { proof, accounts: [{ userId: account.id, username: account.username }] } };
};
