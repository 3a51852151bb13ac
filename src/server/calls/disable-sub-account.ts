/** `disable-sub-account`: the master stops one of its sub accounts; its sessions end. */
import type { DisableSubAccountRequest } from '../../generated/api.ts';
import { orRefused } from '../accounts/refused.ts';
import { switchSubAccount } from '../accounts/sub-accounts.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<DisableSubAccountRequest> = ({ id }, context) =>
  orRefused(() => switchSubAccount(context, id, 'active', 'disabled'));
