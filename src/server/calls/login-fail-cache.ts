/** `login-fail-cache`: how many wrong passwords this browser has had for a sign-in name, whoever has it and whatever others did. */
import { askerOf } from '../accounts/askers.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { lockMinutes } from '../accounts/lock-end.ts';
import { standingAfter } from '../accounts/lock-policy.ts';
import { asksNever } from '../captcha/captcha.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'login-fail-cache'> = async (request, context) => {
  const often = await lookupFault(context, 'own-tries');
  if (often) return often;
  const { limits } = context.line.line;
  const { key } = askerOf(context, readLoginName(request.loginName, context.line.line).key);
  const [counter] = await context.db.query<{ failures: number }>(
    `select failures from sign_in_counter where key = $1 and updated_at > foyer_now() - make_interval(hours => $2)
        and (failures >= $3 and updated_at <= foyer_now() - make_interval(mins => $4)) is not true`,
    [key, limits.askerHours, limits.lockAfter, lockMinutes(context)],
  );
  const standing = standingAfter(counter?.failures ?? 0, limits);
  const captchaRequired = standing.captchaRequired && !asksNever({ line: context.line, call: 'sign-in' });
  return { code: 200, data: { ...standing, captchaRequired } };
};
