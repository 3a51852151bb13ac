/** `update-password`: a signed-in master changes its password by the old one; its other sessions end and it is told. */
import type { UpdatePasswordRequest } from '../../generated/api.ts';
import type { Calls } from '../../generated/calls.ts';
import { SUB } from '../accounts/kinds.ts';
import { newCredential, orLimited, storeNewPassword, takeForNewPassword } from '../accounts/new-password.ts';
import { holdOwner, loginNameOf, STALE, signedIn } from '../accounts/owner.ts';
import type { Refuse } from '../accounts/refused.ts';
import { confirmPassword } from '../accounts/sign-in.ts';
import { findCredential } from '../accounts/store/credential.ts';
import { missing } from '../http/envelope.ts';
import type { Answer, CallContext, HandlerOf } from '../types.ts';

type Code = Calls['update-password']['code'];

async function update(
  request: UpdatePasswordRequest,
  context: CallContext,
  refuse: Refuse<Code>,
): Promise<Answer<Code>> {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner, session } = found;
  if (owner.kind === SUB) return { code: 'Account.Sub.Reset.Pwd.Not.Support' };
  if (owner.has_password) {
    if (!request.oldPassword) return missing('oldPassword');
    const wrong = await confirmPassword(request, request.oldPassword, context, loginNameOf(owner));
    if (wrong) {
      await context.audit(context.db, 'password-changed', { accountId: owner.id, outcome: wrong.code });
      return wrong;
    }
  } else if (!found.isFresh) return STALE;
  const stored = await findCredential(context.db, owner.id);
  const credential = await newCredential(context, stored, request.password);
  if ('code' in credential) return credential;
  return context.settle(async (sql) => {
    await holdOwner(sql, found, refuse);
    // Another new password was first: the old one that was proven is no longer right.
    await takeForNewPassword(sql, owner, 'Account.SignIn.Failed', refuse);
    await storeNewPassword(sql, context, owner, credential, session);
    await context.audit(sql, 'password-changed', { accountId: owner.id, outcome: 'ok' });
    return { code: 200, data: {} };
  });
}

export const handle: HandlerOf<'update-password'> = (request, context) =>
  orLimited<Code>((refuse) => update(request, context, refuse));
