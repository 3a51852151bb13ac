/** What a blocked account answers at sign-in. */
import type { Failure } from '../types.ts';

export type Status = 'unactivated' | 'active' | 'disabled' | 'cancelled';

/** The answer of an account that may not sign in; undefined when it may. A sub account shares its master's fate. */
export function blockedAnswer(account: {
  readonly status: Status;
  readonly masterStatus?: Status | null;
  readonly email?: string | null;
}): Failure | undefined {
  for (const status of [account.masterStatus, account.status]) {
    if (status === 'disabled') return { code: 'Account.Disabled' };
    if (status === 'cancelled') return { code: 'Account.Logout' };
  }
  if (account.status === 'unactivated' || account.masterStatus === 'unactivated') {
    return { code: 'Account.UnActivated', ...(account.email ? { data: { email: account.email } } : {}) };
  }
  return undefined;
}
