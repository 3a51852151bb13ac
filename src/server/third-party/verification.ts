/** Result 2: the account behind a token, and the phone or mailbox that it proved before. */
import { findWithMaster } from '../accounts/store/find.ts';
import type { CallContext } from '../types.ts';
import { contactOf, type ProvenContact } from './accounts.ts';
import type { LinkedAccount } from './identities.ts';
import { findThirdToken, type Pending } from './tokens.ts';

export interface Verifiable {
  readonly pending: Pending;
  readonly account: LinkedAccount;
  readonly contact: ProvenContact;
}

/** The account of a token of results 2 and 4; undefined when it can no longer be signed in by what gave the token. */
export async function pendingAccount(
  context: CallContext,
  { accountId, generation }: Pending,
): Promise<LinkedAccount | undefined> {
  const account = accountId === undefined ? undefined : await findWithMaster(context.db, accountId);
  // One that may not sign in at all is told so.
  const isSame = account?.status !== 'active' || account.generation === (generation ?? account.generation);
  return isSame ? account : undefined;
}

/** What a token of result 2 verifies; undefined when it is not good, or the account has nothing to be verified by any more. */
export async function verifiable(context: CallContext, token: string): Promise<Verifiable | undefined> {
  const pending = await findThirdToken(context, token, [2]);
  const account = pending && (await pendingAccount(context, pending));
  const contact = account && contactOf(account);
  return pending && account && contact ? { pending, account, contact } : undefined;
}
