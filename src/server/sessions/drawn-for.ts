/**
 * Sessions belong to the browser, pages to a tab: after a second sign-in an older tab still shows the account before. Its
 * calls name the account that the page was drawn for, and none of them acts in another's name.
 */
import type { CallContext, Failure } from '../types.ts';

/** Header that names the account, by its id. */
const HEADER = 'account-id';

/** The refusal of a call of a page that was drawn for another account than the one signed in now. */
export async function otherAccount({ headers, session }: CallContext): Promise<Failure<'Session.Other'> | undefined> {
  const drawnFor = headers[HEADER];
  if (!drawnFor) return undefined;
  const present = await session();
  return present && present.accountId !== drawnFor ? { code: 'Session.Other' } : undefined;
}
