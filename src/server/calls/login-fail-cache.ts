/** `login-fail-cache`: how many wrong passwords a sign-in name has had, the same for names that nobody has. */
import type { LoginFailCacheRequest } from '../../generated/api.ts';
import { readLoginName } from '../accounts/identifiers.ts';
import { beginSignIn } from '../accounts/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<LoginFailCacheRequest> = async (request, context) => {
  const { captchaAfter, lockAfter } = context.line.line.limits;
  const { failures, verdict } = await beginSignIn(
    context,
    readLoginName(request.loginName, context.line.line),
    false,
    false,
  );
  const failCount = failures ?? 0;
  return {
    code: 200,
    data: {
      failCount,
      remaining: Math.max(0, lockAfter - failCount),
      captchaRequired: failCount >= captchaAfter,
      locked: verdict === 'locked',
    },
  };
};
