/** `check-verify-code`: checks a code and gives the proof that the next step takes; for a reset, whose accounts it may be. */
import { normalisePhone } from '../accounts/identifiers.ts';
import { SUB } from '../accounts/kinds.ts';
import { maskPhone } from '../accounts/owner.ts';
import { orRefused } from '../accounts/refused.ts';
import type { Account } from '../accounts/store/account.ts';
import { findAccounts } from '../accounts/store/find.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import { knowDevice } from '../sessions/devices.ts';
import type { CallContext, Failure, HandlerOf, Sql } from '../types.ts';

/** Accounts of one phone that are named. */
const MOST = 50;

/** Whose password the code recovers: the accounts of its phone, the master first, or what stands against all of them. */
async function recovered(
  sql: Sql,
  context: CallContext,
  phone: string,
  known: boolean,
): Promise<readonly Account[] | Failure<'Account.NotFound' | 'Account.Sub.Reset.Pwd.Not.Support'>> {
  const owners = known ? await findAccounts(sql, { zone: context.zone, phone, statusNot: 'cancelled' }, MOST) : [];
  if (owners.length === 0) return { code: 'Account.NotFound' };
  // A sub account's master alone sets its password. Whoever strangers locked out gets in by the present one from here, as
  // from a browser known before: also where the phone is a master's as well.
  const subs = owners.filter(({ kind }) => kind === SUB).map(({ id }) => id);
  if (subs.length > 0) await knowDevice(sql, context, subs);
  if (subs.length < owners.length) return owners;
  return { code: 'Account.Sub.Reset.Pwd.Not.Support', data: { knownHere: true } };
}

export const handle: HandlerOf<'check-verify-code'> = async ({ phone: given, code, purpose }, context) => {
  const phone = normalisePhone(given);
  const checked = await checkCode(context, purpose, phone, code);
  if ('code' in checked) return checked;
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      await spendCode(sql, checked.id, refuse);
      const proof = await makeProof(sql, context, 'code', checked.id);
      if (purpose !== 'forgetpassword') return { code: 200, data: { proof } };
      const owners = await recovered(sql, context, phone, checked.accountId !== undefined);
      if ('code' in owners) return owners;
      const accounts = owners.map(({ id, kind, username, home_line: line }) => ({
        id,
        userId: id,
        username,
        accountType: kind,
        brand: context.brandOf(line),
      }));
      return { code: 200, data: { proof, accounts, multiple: accounts.length > 1, contact: maskPhone(phone) } };
    }),
  );
};
