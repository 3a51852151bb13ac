/** `enable-sub-account`: the master lets a stopped sub account sign in again. */
import type { EnableSubAccountRequest } from '../../generated/api.ts';
import { orRefused } from '../accounts/refused.ts';
import { switchSubAccount } from '../accounts/sub-accounts.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<EnableSubAccountRequest> = ({ id }, context) =>
  orRefused(() => switchSubAccount(context, id, 'disabled', 'active'));
