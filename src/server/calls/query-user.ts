/** `query-user`: the profile of the signed-in account; what it lacks is an empty text. */

import { isAskedToAgree } from '../accounts/agreements.ts';
import { keptExtras } from '../accounts/extras.ts';
import { MASTER } from '../accounts/kinds.ts';
import { provenPhone, signedIn } from '../accounts/owner.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'query-user'> = async (_request, context) => {
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  const { owner, session, isFresh: fresh } = found;
  const { username, email, uuid, home_line: line, kind, must_rename: securityRisk, has_password: hasPassword } = owner;
  const proven = provenPhone(owner);
  const agreementsDue = await isAskedToAgree(context.db, context, session.accountId);
  const extras = await keptExtras(context.db, context.line, session.accountId);
  return {
    code: 200,
    data: {
      username,
      loginName: owner.master_uuid ? `${username}@${owner.master_uuid}` : username,
      email: email ?? '',
      phone: proven ?? '',
      phoneVerified: proven !== null,
      unprovenPhone: proven === null ? (owner.phone ?? '') : '',
      userId: session.accountId,
      // What sub accounts sign in under; a sub account has none.
      uuid: kind === MASTER ? uuid : '',
      accountType: kind,
      brand: context.brandOf(line),
      hasPassword,
      fresh,
      securityRisk,
      ...(agreementsDue ? { agreementsDue } : {}),
      ...(extras.length === 0 ? {} : { extras }),
    },
  };
};
