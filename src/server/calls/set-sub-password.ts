/** `set-sub-password`: the master sets the password of one of its sub accounts, which cannot do so itself. */
import type { SetSubPasswordRequest } from '../../generated/api.ts';
import {
  newCredential,
  orLimited,
  type PasswordCode,
  storeNewPassword,
  takeForNewPassword,
} from '../accounts/new-password.ts';
import { holdOwner } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import { type FreshMasterCode, freshMasterOf, type MasterCode, ownSubAccount } from '../accounts/sub-accounts.ts';
import type { Answer, CallContext, HandlerOf } from '../types.ts';

async function set(
  { id, password }: SetSubPasswordRequest,
  context: CallContext,
  refuse: Refuse<MasterCode | 'Account.Disabled'>,
): Promise<Answer<FreshMasterCode | PasswordCode | 'Account.Disabled'>> {
  const master = await freshMasterOf(context);
  if ('code' in master) return master;
  const sub = await context.db.transaction((sql) => ownSubAccount(sql, master.id, id, refuse));
  const credential = await newCredential(context, sub, password);
  if ('code' in credential) return credential;
  return context.settle(async (sql) => {
    await holdOwner(sql, master.found, refuse);
    const present = await ownSubAccount(sql, master.id, id, refuse);
    // A password that opens nothing is not to be handed on.
    if (present.status === 'disabled') throw refuse('Account.Disabled');
    await takeForNewPassword(sql, present, '602', refuse);
    await storeNewPassword(sql, context, present, credential, 'other');
    await context.audit(sql, 'sub-account-password', { accountId: present.id, outcome: 'ok' });
    return { code: 200, data: {} };
  });
}

export const handle: HandlerOf<'set-sub-password'> = (request, context) =>
  orLimited((refuse) => set(request, context, refuse));
