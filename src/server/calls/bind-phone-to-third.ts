/**
 * `bind-phone-to-third`: binds a proven phone to a third-party user. Whom the provider knows and who has no phone yet
 * (result 4) gets it; whom nobody knows (result 3) is linked to the account of the phone.
 */
import type { Calls } from '../../generated/calls.ts';
import { isBlockedNetwork, isBlockedPhone } from '../accounts/blocklist.ts';
import { claimPhone, rewardBinding } from '../accounts/contact.ts';
import { normalisePhone } from '../accounts/identifiers.ts';
import { holdAccount, maskPhone, tell } from '../accounts/owner.ts';
import { orRefused, type Refuse, violated } from '../accounts/refused.ts';
import { setPhone } from '../accounts/store/change.ts';
import { checkCode, spendCode } from '../codes/codes.ts';
import { makeProof } from '../codes/proofs.ts';
import { safetyOf, signInBy } from '../third-party/accounts.ts';
import { linkOrRefuse, orLostLinking } from '../third-party/binding.ts';
import { TOKEN_EXPIRED } from '../third-party/faults.ts';
import { hasIdentity, type LinkedAccount } from '../third-party/identities.ts';
import { codePurposeOf, ownLoginType, stateFault } from '../third-party/outcome.ts';
import { masterOfPhone, otherMasterOfPhone } from '../third-party/phones.ts';
import { findThirdToken, type Pending, spendThirdToken } from '../third-party/tokens.ts';
import { pendingAccount } from '../third-party/verification.ts';
import type { Answer, CallContext, HandlerOf, Sql } from '../types.ts';

const BOUND = 'Phone.Bound.ThirdParty';
type Code = Calls['bind-phone-to-third']['code'];

interface Binding {
  readonly token: string;
  readonly pending: Pending;
  readonly phone: string;
  readonly codeId: string;
  readonly loginType: number;
  readonly auto: boolean;
}

async function spend(sql: Sql, context: CallContext, { token, codeId }: Binding, refuse: Refuse<Code>): Promise<void> {
  await spendCode(sql, codeId, refuse);
  if (!(await spendThirdToken(sql, context, token, [3, 4]))) throw refuse(TOKEN_EXPIRED);
}

/** Result 4: the linked account gets its phone. */
async function givePhone(context: CallContext, binding: Binding, refuse: Refuse<Code>): Promise<Answer<Code>> {
  const { pending, phone } = binding;
  const account = await pendingAccount(context, pending);
  if (!account) return TOKEN_EXPIRED;
  const blocked = stateFault(account);
  if (blocked) return blocked;
  const holder = await otherMasterOfPhone(context, phone, account.id);
  if (holder && 'code' in holder) return holder;
  if (holder && (await hasIdentity(context.db, holder.id, pending.provider))) return { code: BOUND };
  try {
    return await context.settle(async (sql) => {
      await holdAccount(sql, account, TOKEN_EXPIRED, refuse);
      await spend(sql, context, binding, refuse);
      const wasTaken = await claimPhone(sql, context, account, phone, refuse);
      const reward = wasTaken ? {} : await rewardBinding(sql, context, account, phone);
      const generation = (await setPhone(sql, { id: account.id, phone })) ?? account.generation;
      const params = { username: account.username, phone: maskPhone(phone) };
      await tell(sql, context, { email: account.email }, { template: 'phone-bound', params });
      await context.audit(sql, 'phone-bound', { accountId: account.id, identifier: phone, outcome: 'ok' });
      const wanted = {
        provider: pending.provider,
        loginType: binding.loginType,
        auto: binding.auto,
        past: TOKEN_EXPIRED,
      };
      const signedIn = await signInBy(sql, context, { ...account, generation }, wanted, refuse);
      return { code: 200, data: { registered: true, ...signedIn, phone, ...reward } };
    });
  } catch (error) {
    if (violated(error) === 'account_phone_unique') return { code: 'Account.Phone.Existed' };
    throw error;
  }
}

/** Result 3, and the phone has an account: the identity is linked to it. */
async function linkTo(
  context: CallContext,
  account: LinkedAccount,
  binding: Binding,
  refuse: Refuse<Code>,
): Promise<Answer<Code>> {
  const blocked = stateFault(account);
  if (blocked) return blocked;
  const { provider, identity } = binding.pending;
  return orLostLinking(BOUND, () =>
    context.settle(async (sql) => {
      await holdAccount(sql, account, TOKEN_EXPIRED, refuse);
      await spend(sql, context, binding, refuse);
      if ((await safetyOf(sql, context, account)).locked) throw refuse('Account.Locked');
      await linkOrRefuse(sql, context, { provider, identity, account, other: BOUND }, refuse);
      const wanted = { provider, loginType: binding.loginType, auto: binding.auto, past: TOKEN_EXPIRED };
      const signedIn = await signInBy(sql, context, account, wanted, refuse);
      return { code: 200, data: { registered: true, ...signedIn, phone: binding.phone } };
    }),
  );
}

export const handle: HandlerOf<'bind-phone-to-third'> = async (request, context) => {
  const { phoneSignIn, phoneRegistration, autoSignIn } = context.line.line.offers;
  if (!phoneSignIn && !phoneRegistration) return { code: 'Forbidden' };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const pending = await findThirdToken(context, request.token, [3, 4]);
  const configured = pending && context.thirdParties.get(pending.provider);
  if (!pending || !configured) return TOKEN_EXPIRED;
  const phone = normalisePhone(request.phone);
  if (await isBlockedPhone(context, phone)) return { code: 'Account.Register.LowSafe' };
  const checked = await checkCode(context, codePurposeOf(context, pending.provider), phone, request.code);
  if ('code' in checked) return checked;
  const binding: Binding = {
    token: request.token,
    pending,
    phone,
    codeId: checked.id,
    loginType: ownLoginType(context, configured),
    auto: (request.autoLogin ?? pending.auto) && autoSignIn === true,
  };
  return orRefused(async (refuse) => {
    if (pending.result === 4) return givePhone(context, binding, refuse);
    const master = await masterOfPhone(context, phone, pending.provider);
    if (master && 'code' in master) return master;
    if (master) return linkTo(context, master, binding, refuse);
    if (!phoneRegistration) return { code: 'Forbidden' };
    return context.settle(async (sql) => {
      await spendCode(sql, checked.id, refuse);
      const proof = await makeProof(sql, context, 'code', checked.id);
      return { code: 200, data: { registered: false, proof, phone } };
    });
  });
};
