/** `disable-sub-account`: the master stops one of its sub accounts; its sessions end. */
import { orRefused } from '../accounts/refused.ts';
import { masterOf, switchSubAccount } from '../accounts/sub-accounts.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'disable-sub-account'> = ({ id }, context) =>
  orRefused(async (refuse) => {
    const master = await masterOf(context);
    if ('code' in master) return master;
    return switchSubAccount(context, master, id, { from: 'active', to: 'disabled' }, refuse);
  });
