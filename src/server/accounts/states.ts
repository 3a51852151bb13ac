/** What a blocked account answers at sign-in. */
import type { ErrorCode } from '../../generated/calls.ts';
import type { Failure } from '../types.ts';

export type Status = 'unactivated' | 'active' | 'disabled' | 'cancelled';

export type BlockedCode = 'Account.Disabled' | 'Account.Logout' | 'Account.UnActivated';

/** The answer of an account that may not sign in; undefined when it may. A sub account shares its master's fate. */
export function blockedAnswer(account: {
  readonly status: Status;
  readonly master_status?: Status | null;
  readonly email?: string | null;
}): Failure<BlockedCode> | undefined {
  for (const status of [account.master_status, account.status]) {
    if (status === 'disabled') return { code: 'Account.Disabled' };
    if (status === 'cancelled') return { code: 'Account.Logout' };
  }
  if (account.status === 'unactivated' || account.master_status === 'unactivated') {
    return { code: 'Account.UnActivated', ...(account.email ? { data: { email: account.email } } : {}) };
  }
  return undefined;
}

/** The same, said to somebody who gave no password: the mailbox is named to those alone who named it. */
export function toStranger<Code extends ErrorCode>(
  answer: Failure<Code> | undefined,
  named: string | null,
): Failure<Code> | undefined {
  if (!answer?.data || named === 'email') return answer;
  const { email: _, ...data } = answer.data;
  return Object.keys(data).length > 0 ? { ...answer, data } : { code: answer.code };
}
