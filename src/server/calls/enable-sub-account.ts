/** `enable-sub-account`: the master lets a stopped sub account sign in again. */
import { orRefused } from '../accounts/refused.ts';
import { freshMasterOf, switchSubAccount } from '../accounts/sub-accounts.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'enable-sub-account'> = ({ id }, context) =>
  orRefused(async (refuse) => {
    const master = await freshMasterOf(context);
    if ('code' in master) return master;
    return switchSubAccount(context, master, id, { from: 'disabled', to: 'active' }, refuse);
  });
