/**
 * `activation`: whether the account that this browser registered is active by now, for the page that waits for its mail to be
 * followed. The browser is told by its flow cookie, and told no more than its own password would tell it; anybody else gets the
 * same `false` for every address, a known one or not.
 */
import type { ActivationRequest } from '../../generated/api.ts';
import { fold } from '../accounts/identifiers.ts';
import { heldFlow } from '../sessions/flow.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<ActivationRequest> = async ({ email }, context) => {
  const found = await context.db.query(
    `select 1 from account where zone = $1 and email_key = $2 and registered_flow = $3 and status = 'active'
       and activated_at > foyer_now() - make_interval(hours => $4)`,
    [context.zone, fold(email), heldFlow(context) ?? '', context.line.line.limits.activationHours],
  );
  return { code: 200, data: { active: found.length > 0 } };
};
