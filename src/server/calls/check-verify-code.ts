/** `check-verify-code`: checks a code and gives the proof that the next step takes; for a reset, whose account it is. */
import type { CheckVerifyCodeRequest } from '../../generated/api.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { orRefused } from '../accounts/refused.ts';
import { SUB } from '../accounts/sign-in.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import type { Failure, Handler, Sql } from '../types.ts';

interface Owner {
  readonly id: string;
  readonly kind: 1 | 2;
  readonly username: string;
}

/** Whose password the code recovers: the account, or what stands against it. */
async function recovered(sql: Sql, accountId: string | undefined): Promise<Owner | Failure> {
  const [owner] = await sql.query<Owner>('select id, kind, username from account where id = $1', [accountId ?? null]);
  if (!owner) return { code: 'Account.NotFound' };
  return owner.kind === SUB ? { code: 'Account.Sub.Reset.Pwd.Not.Support' } : owner;
}

export const handle: Handler<CheckVerifyCodeRequest> = async ({ phone, code, purpose }, context) => {
  const checked = await checkCode(context, purpose, normalisePhone(phone), code);
  if ('code' in checked) return checked;
  return orRefused(() =>
    context.settle(async (sql) => {
      await spendCode(sql, checked.id);
      const proof = await makeProof(sql, context, 'code', checked.id);
      if (purpose !== 'forgetpassword') return { code: 200, data: { proof } };
      const owner = await recovered(sql, checked.accountId);
      if ('code' in owner) return owner;
      return { code: 200, data: { proof, accounts: [{ userId: owner.id, username: owner.username }] } };
    }),
  );
};
