/**
 * `phone-sign-in`: signs a master account in by a code sent to its phone. A phone nobody has gets the proof that
 * registering takes, where the line registers by phone. The code has proven the phone, so answers may be plain.
 */
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { SUB } from '../accounts/kinds.ts';
import { orRefused } from '../accounts/refused.ts';
import { LOGIN_TYPES, type ObstacleCode } from '../accounts/sign-in.ts';
import { storeSignInToken } from '../accounts/sign-in-token.ts';
import { blockedAnswer } from '../accounts/states.ts';
import type { Account } from '../accounts/store/account.ts';
import { findNearestAccount } from '../accounts/store/find.ts';
import { wrongSite } from '../accounts/wrong-site.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import type { CallContext, Failure, HandlerOf } from '../types.ts';

/** Wrong passwords lock passwords: the phone is its owner's way in. */
function obstacle(context: CallContext, account: Account): Failure<ObstacleCode> | undefined {
  if (account.kind === SUB) return { code: 'Account.Son.Prohibit.Login' };
  if (account.zone !== context.zone) return wrongSite(context, account.zone);
  return blockedAnswer(account);
}

export const handle: HandlerOf<'phone-sign-in'> = async (request, context) => {
  const { phoneSignIn, phoneRegistration, autoSignIn } = context.line.line.offers;
  if (!phoneSignIn) return { code: 'Forbidden' };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const phone = normalisePhone(request.phone);
  const checked = await checkCode(context, 'signin', phone, request.code);
  if ('code' in checked) return checked;
  const account = await findNearestAccount(context.db, context.zone, { phone });
  return orRefused((refuse) =>
    context.settle(async (sql) => {
      await spendCode(sql, checked.id, refuse);
      if (!account) {
        if (!phoneRegistration) return { code: 'Account.NotFound' };
        const proof = await makeProof(sql, context, 'code', checked.id);
        return { code: 200, data: { registered: false, proof, phone } };
      }
      const blocked = obstacle(context, account);
      const outcome = blocked ? blocked.code : 'ok';
      await context.audit(sql, 'sign-in', { accountId: account.id, identifier: phone, outcome });
      if (blocked) return blocked;
      const auto = request.autoLogin === true && autoSignIn === true;
      const { id: accountId, generation } = account;
      const loginType = LOGIN_TYPES.phone;
      const past = { code: 'Code.Error.More' } as const;
      const wanted = { accountId, name: phone, loginType, auto, generation, past };
      const rsAuthToken = await storeSignInToken(sql, context, wanted, refuse);
      return { code: 200, data: { registered: true, rsAuthToken, loginName: phone, loginType } };
    }),
  );
};
