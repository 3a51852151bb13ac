/** What a proven identity leads to: one of the four results, or an answer that says why not. */
import { SUB } from '../accounts/kinds.ts';
import type { Refuse } from '../accounts/refused.ts';
import { type BlockedCode, blockedAnswer } from '../accounts/states.ts';
import { type WrongSiteCode, wrongSite } from '../accounts/wrong-site.ts';
import type { Purpose } from '../codes/codes.ts';
import type { Identity } from '../ports/identity.ts';
import type { Answer, CallContext, Failure, Sql } from '../types.ts';
import { contactOf, lacksPhone, loginTypeOf, otherZone, safetyOf, signInBy } from './accounts.ts';
import { STATE_INVALID, type StateInvalid } from './faults.ts';
import { findLinked, isLinkedIn, type LinkedAccount, shownName, traceOf } from './identities.ts';
import { newThirdToken } from './tokens.ts';
import type { ConfiguredProvider } from './wiring.ts';

/** Codes to a phone that is bound to somebody's third-party user; the specification names two of them. */
export const codePurposeOf = ({ thirdParties }: Pick<CallContext, 'thirdParties'>, provider: string): Purpose =>
  thirdParties.get(provider)?.codePurpose ?? 'bindthird';

export interface Proven {
  readonly provider: string;
  readonly configured: ConfiguredProvider;
  readonly identity: Identity;
  readonly auto: boolean;
}

/** Number of the provider's own login type. */
export function ownLoginType(context: CallContext, { loginType }: Pick<ConfiguredProvider, 'loginType'>): number {
  const number = loginTypeOf(context, loginType);
  if (number === undefined) throw new Error(`There is no login type ${loginType}.`);
  return number;
}

/** What a registration form may begin with. */
export function profileOf(identity: Identity): Record<string, string | boolean> {
  const { email, emailVerified } = identity;
  const name = shownName(identity);
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined || email.length > 128 ? {} : { email, emailVerified: emailVerified === true }),
  };
}

/** The answer for an account that may not sign in, whoever asks: its state, as it appears after the right password. */
export function stateFault(account: LinkedAccount): Failure<BlockedCode> | undefined {
  return blockedAnswer(account);
}

export type OutcomeOfCode = OutcomeCode | WrongSiteCode | 'Account.Son.Prohibit.Login';
export type OutcomeCode = BlockedCode | 'Account.Locked' | StateInvalid;

/** The outcome of a sign-in, in the caller's transaction. */
export async function outcomeOf(
  sql: Sql,
  context: CallContext,
  proven: Proven,
  refuse: Refuse<StateInvalid>,
): Promise<Answer<OutcomeOfCode>> {
  const { provider, identity } = proven;
  const account = await findLinked(sql, context.zone, provider, identity);
  const report = (outcome: string): Promise<void> =>
    context.audit(sql, 'third-sign-in', {
      ...(account ? { accountId: account.id } : {}),
      identifier: traceOf(provider, identity),
      outcome,
    });
  const answer = account
    ? await outcomeOfMaster(sql, context, proven, account, refuse)
    : await outcomeOfStranger(sql, context, proven);
  await report(answer.code === 200 ? `result-${(answer as { data: { result: number } }).data.result}` : answer.code);
  return answer;
}

/** A sub account signs in by its enterprise's chat app alone, whatever else was once linked to it. */
async function outcomeOfMaster(
  sql: Sql,
  context: CallContext,
  proven: Proven,
  account: LinkedAccount,
  refuse: Refuse<StateInvalid>,
): Promise<Answer<OutcomeCode | 'Account.Son.Prohibit.Login'>> {
  if (account.kind === SUB) return { code: 'Account.Son.Prohibit.Login' };
  return outcomeOfAccount(sql, context, proven, account, refuse);
}

async function outcomeOfStranger(sql: Sql, context: CallContext, proven: Proven): Promise<Answer<WrongSiteCode>> {
  const { provider, identity, auto } = proven;
  const elsewhere = otherZone(context.zone);
  if (await isLinkedIn(sql, elsewhere, provider, identity)) return wrongSite(context, elsewhere, provider);
  const token = await newThirdToken(sql, context, { provider, result: 3, accountId: undefined, identity, auto });
  const codePurpose = codePurposeOf(context, provider);
  return { code: 200, data: { provider, result: 3, token, codePurpose, ...profileOf(identity) } };
}

/** What an account may do that an identity is linked to. */
export async function outcomeOfAccount(
  sql: Sql,
  context: CallContext,
  proven: Proven,
  account: LinkedAccount,
  refuse: Refuse<StateInvalid>,
): Promise<Answer<OutcomeCode>> {
  const { provider, configured, identity, auto } = proven;
  const blocked = stateFault(account);
  if (blocked) return blocked;
  const pending = { provider, accountId: account.id, generation: account.generation, identity, auto };
  const { locked, risky } = await safetyOf(sql, context, account);
  if (locked || risky) {
    const contact = contactOf(account);
    if (contact) {
      const token = await newThirdToken(sql, context, { ...pending, result: 2 });
      return {
        code: 200,
        data: { provider, result: 2, token, contact: contact.masked, contactKind: contact.kind },
      };
    }
    // Nobody can be asked who it is; a mere flag stops nobody who knows the password either.
    if (locked) return { code: 'Account.Locked' };
  }
  if (lacksPhone(context, account)) {
    const token = await newThirdToken(sql, context, { ...pending, result: 4 });
    return { code: 200, data: { provider, result: 4, token, codePurpose: codePurposeOf(context, provider) } };
  }
  // Nothing is past here: `findLinked` holds the account.
  const wanted = { provider, loginType: ownLoginType(context, configured), auto, past: STATE_INVALID };
  const signedIn = await signInBy(sql, context, account, wanted, refuse);
  return { code: 200, data: { provider, ...signedIn } };
}
