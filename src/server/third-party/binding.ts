/** Linking an identity to an account: what it answers, and telling its owner that there is a new way in. */
import type { ErrorCode } from '../../generated/calls.ts';
import { holdOwner, type Owner, provenPhone, STALE, signedIn, tell } from '../accounts/owner.ts';
import { orRefused, type Refuse } from '../accounts/refused.ts';
import type { Identity } from '../ports/identity.ts';
import type { Answer, CallContext, Failure, Ok, Sql } from '../types.ts';
import { loginTypeOf } from './accounts.ts';
import { STATE_INVALID, type StateInvalid } from './faults.ts';
import { type LinkedAccount, type Linking, link, lostLinking, providerName, traceOf } from './identities.ts';
import type { Proven } from './outcome.ts';
import type { TakenState } from './states.ts';

/** Values of the enumeration `bindResult`. */
const RESULTS: Readonly<Record<Linking, number>> = { linked: 1, taken: 2, other: 3 };

type Reachable = Pick<Owner, 'username' | 'email' | 'phone' | 'phone_verified'>;

/** Tells the account, by the contacts it had before, that someone can sign in to it by a provider. */
async function tellLinked(sql: Sql, context: CallContext, owner: Reachable, provider: string): Promise<void> {
  const to = { email: owner.email, phone: provenPhone(owner) };
  const params = { username: owner.username, provider: providerName(context, provider) };
  await tell(sql, context, to, { template: 'third-linked', params });
}

export type BindCode = '602' | 'Session.Other' | (typeof STALE)['code'] | StateInvalid;

/**
 * Ends a link begun on the signed-in page. `begun`: for whom, and over which session. It is asked anew whether that one is fresh:
 * much can happen on the provider's page, and whoever comes back may have come by the session meanwhile.
 */
export async function bindOwn(
  context: CallContext,
  proven: Proven,
  begun: TakenState['owner'],
): Promise<Answer<BindCode>> {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  // Another account signed in meanwhile: it is not its owner who began.
  if (found.owner.id !== begun?.id) return { code: 'Session.Other' };
  // It went with the session that began it.
  if (begun.sessionId !== undefined && begun.sessionId !== found.session.id) return STATE_INVALID;
  if (!found.isFresh) return STALE;
  const { owner } = found;
  const { provider, identity } = proven;
  try {
    return await orRefused((refuse) =>
      context.settle(async (sql) => {
        await holdOwner(sql, found, refuse);
        const known = await sql.query('select 1 as one from third_identity where account_id = $1 and provider = $2', [
          owner.id,
          provider,
        ]);
        const linking = await link(sql, context.zone, provider, identity, owner.id);
        if (linking === 'linked' && known.length === 0) await tellLinked(sql, context, owner, provider);
        await context.audit(sql, 'third-linked', {
          accountId: owner.id,
          identifier: traceOf(provider, identity),
          outcome: linking,
        });
        return answerOf(context, provider, linking);
      }),
    );
  } catch (error) {
    const lost = lostLinking(error);
    if (!lost) throw error;
    return answerOf(context, provider, lost);
  }
}

function answerOf(context: CallContext, provider: string, linking: Linking): Ok {
  const type =
    linking === 'linked' ? loginTypeOf(context, context.thirdParties.get(provider)?.linkedLoginType ?? '') : undefined;
  return {
    code: 200,
    data: { provider, bindResult: RESULTS[linking], ...(type === undefined ? {} : { loginType: type }) },
  };
}

export interface NewLink<Other extends ErrorCode> {
  readonly provider: string;
  readonly identity: Identity;
  readonly account: LinkedAccount;
  /** The answer when the account has another user of this provider. */
  readonly other: Other;
}

const TAKEN = 'UnionId.Existed';

/** Links an identity to an account whose owner was just proven, and tells them; refuses the transaction when it cannot be. */
export async function linkOrRefuse<Other extends ErrorCode>(
  sql: Sql,
  context: CallContext,
  { provider, identity, account, other }: NewLink<Other>,
  refuse: Refuse<Other | typeof TAKEN>,
): Promise<void> {
  const linking = await link(sql, context.zone, provider, identity, account.id);
  if (linking !== 'linked') throw refuse(linking === 'taken' ? TAKEN : other);
  await tellLinked(sql, context, account, provider);
  await context.audit(sql, 'third-linked', {
    accountId: account.id,
    identifier: traceOf(provider, identity),
    outcome: linking,
  });
}

/** Gives what `work` answers, or the refusal when another request made the same link first. */
export async function orLostLinking<Given extends Answer, Other extends ErrorCode>(
  other: Other,
  work: () => Promise<Given>,
): Promise<Given | Failure<Other | typeof TAKEN>> {
  try {
    return await work();
  } catch (error) {
    const lost = lostLinking(error);
    if (!lost) throw error;
    return { code: lost === 'taken' ? TAKEN : other };
  }
}
