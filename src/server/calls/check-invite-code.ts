/** `check-invite-code`: whether an inviter code is good for a business type. */
import { findInvite } from '../accounts/invites.ts';
import { throttleAddress } from '../http/address.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'check-invite-code'> = async ({ inviteCode, businessType }, context) => {
  const within = await context.limiter.take('invite-code', throttleAddress(context.address));
  if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  const often = await lookupFault(context, 'invite');
  if (often) return often;
  const found = await findInvite(context.db, context, inviteCode, businessType);
  return 'fault' in found ? { code: found.fault } : { code: 200, data: {} };
};
