/**
 * `activation`: whether the account that this browser registered is active by now, for the page that waits for its mail to be
 * followed. The browser is known by its flow cookie, for a day (`retention.ts`), and told no more than its own password would
 * tell it; anybody else gets the same `false` for every address, a known one or not.
 */
import { fold } from '../accounts/identifiers.ts';
import { findAccount } from '../accounts/store/find.ts';
import { throttleAddress } from '../http/address.ts';
import { heldFlows } from '../sessions/flow.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'activation'> = async ({ email }, context) => {
  const within = await context.limiter.take('activation', throttleAddress(context.address));
  if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  const found = await findAccount(context.db, {
    zone: context.zone,
    emailKey: fold(email),
    registeredFlow: heldFlows(context),
    status: 'active',
  });
  return { code: 200, data: found === undefined ? { active: false } : { active: true, userId: found.id } };
};
