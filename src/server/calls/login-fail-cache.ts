/** `login-fail-cache`: how many wrong passwords this browser has had for a sign-in name, whoever has it and whatever others did. */
import { askerOf } from '../accounts/askers.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'login-fail-cache'> = async (request, context) => {
  const often = await lookupFault(context, 'own-tries');
  if (often) return often;
  const { captchaAfter, lockAfter, askerHours } = context.line.line.limits;
  const { key } = askerOf(context, readLoginName(request.loginName, context.line.line).key);
  const [counter] = await context.db.query<{ failures: number }>(
    'select failures from sign_in_counter where key = $1 and updated_at > foyer_now() - make_interval(hours => $2)',
    [key, askerHours],
  );
  const failCount = Math.min(counter?.failures ?? 0, lockAfter);
  return {
    code: 200,
    data: {
      failCount,
      remaining: lockAfter - failCount,
      captchaRequired: failCount >= captchaAfter,
      locked: failCount >= lockAfter,
    },
  };
};
