/** `set-sub-password`: the master sets the password of one of its sub accounts, which cannot do so itself. */
import type { SetSubPasswordRequest } from '../../generated/api.ts';
import { newCredential, orLimited, storeNewPassword, takeForNewPassword } from '../accounts/new-password.ts';
import { holdOwner } from '../accounts/owner.ts';
import { masterOf, ownSubAccount } from '../accounts/sub-accounts.ts';
import type { Answer, CallContext, Handler } from '../types.ts';

async function set({ id, password }: SetSubPasswordRequest, context: CallContext): Promise<Answer> {
  const master = await masterOf(context, { isFresh: true });
  if ('code' in master) return master;
  const sub = await context.db.transaction((sql) => ownSubAccount(sql, master.id, id));
  const credential = await newCredential(context, sub, password);
  if ('code' in credential) return credential;
  return context.settle(async (sql) => {
    await holdOwner(sql, master.found);
    const present = await ownSubAccount(sql, master.id, id);
    await takeForNewPassword(sql, present, '602');
    await storeNewPassword(sql, context, present, credential, 'other');
    await context.audit(sql, 'sub-account-password', { accountId: present.id, outcome: 'ok' });
    return { code: 200, data: {} };
  });
}

export const handle: Handler<SetSubPasswordRequest> = (request, context) => orLimited(() => set(request, context));
