/** `session`: the signed-in visitor of this browser; 602 when there is none. */
import { isAskedToAgree } from '../accounts/agreements.ts';
import { maskName, provenPhone, signedIn } from '../accounts/owner.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'session'> = async (_request, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner, since } = found;
  const { username, email, uuid, kind, must_rename: securityRisk } = owner;
  const phone = provenPhone(owner);
  const agreementsDue = await isAskedToAgree(context.db, context, owner.id);
  return {
    code: 200,
    data: {
      username,
      maskedName: maskName(username),
      ...(email ? { email } : {}),
      ...(phone ? { phone } : {}),
      userId: owner.id,
      uuid,
      accountType: kind,
      since: since.toISOString(),
      securityRisk,
      ...(agreementsDue ? { agreementsDue } : {}),
    },
  };
};
