/**
 * Members of an enterprise that signs in with DingTalk. One whom nobody knows becomes a sub account of the enterprise's
 * master, which must authorise it first.
 */
import { provenPhone, tell } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import { newSecret } from '../accounts/secrets.ts';
import { type BlockedCode, blockedAnswer } from '../accounts/states.ts';
import { createAccount } from '../accounts/store/change.ts';
import { countNewSubAccounts, lockAccount } from '../accounts/store/find.ts';
import { screenUrl } from '../codes/links.ts';
import type { Answer, CallContext, Failure, Sql } from '../types.ts';
import type { KnownEnterprise } from './enterprises.ts';
import type { StateInvalid } from './faults.ts';
import { findLinked, type LinkedAccount, link, shownName, traceOf } from './identities.ts';
import { type OutcomeCode, outcomeOfAccount, type Proven } from './outcome.ts';

const WAITING = { code: 'DingTalk.Account.Waiting' } as const;
type WaitingCode = (typeof WAITING)['code'];

/** A username of its own kind for a member: letters, digits and underscores, as the rule of usernames says. */
function memberName(): string {
  const text = newSecret()
    .replace(/[^0-9A-Za-z]/g, '')
    .toLowerCase();
  return `ding_${text.slice(0, 12)}`;
}

/** Another request made the member's sub account a moment before: what this one did is undone, and it looks again. */
export class OvertakenError extends Error {
  constructor() {
    super('The member was stored by another request.');
  }
}

/** Members who join in an hour and are told of one by one; the master sees the others on the page all the same. */
const NOTICES_AN_HOUR = 5;

async function isFew(sql: Sql, masterId: string): Promise<boolean> {
  return (await countNewSubAccounts(sql, masterId, NOTICES_AN_HOUR + 1)) <= NOTICES_AN_HOUR;
}

/** A name that somebody gave themselves, in a message of ours: words only, and not many. */
function tame(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}\p{M} ·'-]/gu, '')
    .slice(0, 20)
    .trim();
}

/** Stores the sub account of a member who was never seen before, waiting for its master; none for a master that may not sign in. */
async function join(
  sql: Sql,
  context: CallContext,
  proven: Proven,
  { masterId }: KnownEnterprise,
): Promise<Failure<WaitingCode | BlockedCode>> {
  const master = await lockAccount(sql, { id: masterId }, 'for share');
  if (!master) throw new Error('An enterprise has no master.');
  const blocked = blockedAnswer({ status: master.status });
  if (blocked) return blocked;
  context.needRoom?.();
  const username = memberName();
  const stored = await createAccount(sql, {
    zone: master.zone,
    homeLine: context.line.name,
    masterId,
    username,
    businessType: master.business_type,
    status: 'unactivated',
    language: context.language,
  });
  const linking = await link(sql, context.zone, proven.provider, proven.identity, stored.id);
  if (linking !== 'linked') throw new OvertakenError();
  await context.audit(sql, 'member-joined', { accountId: stored.id, outcome: 'ok' });
  if (await isFew(sql, masterId)) {
    const to = master.email ? { email: master.email } : { phone: provenPhone(master) };
    const member = tame(shownName(proven.identity) ?? '') || username;
    // To the page where the master decides, rather than to support as other notices.
    const params = { username: master.username, member, link: screenUrl(context, 'sign-in') };
    await tell(sql, context, to, { template: 'member-waiting', params });
  }
  return WAITING;
}

function memberFault(account: LinkedAccount): Failure<WaitingCode | 'DingTalk.Account.Cancelled'> | undefined {
  if (account.status === 'cancelled') return { code: 'DingTalk.Account.Cancelled' };
  return account.status === 'unactivated' && account.master_status === 'active' ? WAITING : undefined;
}

export type MemberCode = OutcomeCode | WaitingCode | 'DingTalk.Account.Cancelled';

/** The outcome of a member's sign-in, in the caller's transaction. */
export async function outcomeOfMember(
  sql: Sql,
  context: CallContext,
  proven: Proven,
  enterprise: KnownEnterprise,
  refuse: Refuse<StateInvalid>,
): Promise<Answer<MemberCode>> {
  const { provider, identity } = proven;
  const account = await findLinked(sql, context.zone, provider, identity);
  const answer = account
    ? (memberFault(account) ?? (await outcomeOfAccount(sql, context, proven, account, refuse)))
    : await join(sql, context, proven, enterprise);
  await context.audit(sql, 'third-sign-in', {
    ...(account ? { accountId: account.id } : {}),
    identifier: traceOf(provider, identity),
    outcome: answer.code === 200 ? 'result-1' : answer.code,
  });
  return answer;
}
