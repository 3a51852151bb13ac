/**
 * `update-username`: gives a master whose account is flagged another username, which settles the security risk; nobody else
 * chooses one anew. 602 without a session; 603 when the page's stored user key belongs to another account than the session.
 */
import { usernameFault } from '../accounts/availability.ts';
import { fold } from '../accounts/identifiers.ts';
import { holdOwner, provenPhone, type SignedIn, STALE, signedIn, tell } from '../accounts/owner.ts';
import { orRefused, type Refuse, violated } from '../accounts/refused.ts';
import { settleUsername } from '../accounts/store/change.ts';
import type { CallContext, HandlerOf, Ok, Sql } from '../types.ts';

const TAKEN = 'Account.UserName.Existed';

async function rename(
  sql: Sql,
  context: CallContext,
  { owner }: SignedIn,
  username: string,
  refuse: Refuse<typeof TAKEN | 'Forbidden'>,
): Promise<Ok> {
  const key = fold(username);
  // A flagged name is known to strangers: keeping it, in whatever case, would settle nothing.
  if (key === fold(owner.username)) throw refuse(TAKEN);
  const fault = await usernameFault(sql, context, key);
  if (fault) throw refuse(fault);
  // Another request was first.
  if (!(await settleUsername(sql, { id: owner.id, username }))) throw refuse('Forbidden');
  await tell(sql, context, owner.email ? { email: owner.email } : { phone: provenPhone(owner) }, {
    template: 'username-changed',
    params: { username, oldUsername: owner.username },
  });
  await context.audit(sql, 'username-changed', { accountId: owner.id, outcome: 'ok' });
  return { code: 200, data: { username } };
}

export const handle: HandlerOf<'update-username'> = async ({ username, userKey }, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  if (userKey && userKey !== found.session.userKey) return { code: '603' };
  if (!found.owner.must_rename) return { code: 'Forbidden' };
  if (!found.isFresh) return STALE;
  const within = await context.limiter.take('rename', found.owner.id);
  if (!within.allowed) {
    const { retryAfterSeconds } = within;
    return { code: 'Common.RequestLimitExceeded', data: { seconds: retryAfterSeconds }, retryAfterSeconds };
  }
  try {
    return await orRefused((refuse) =>
      context.settle(async (sql) => {
        await holdOwner(sql, found, refuse);
        return rename(sql, context, found, username, refuse);
      }),
    );
  } catch (error) {
    // Two asked for the name at the same moment; the other has it.
    if (violated(error)?.includes('username')) return { code: TAKEN };
    throw error;
  }
};
