/** `captcha-challenge`: a fresh challenge of the built-in captcha; only so many where it stands in for another. */
import { newChallenge } from '../captcha/built-in.ts';
import { isStandIn } from '../captcha/captcha.ts';
import { throttleAddress } from '../http/address.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'captcha-challenge'> = async (_request, context) => {
  const standsIn = isStandIn(context);
  if (standsIn) {
    const within = await context.limiter.take('captcha-stand-in', throttleAddress(context.address));
    if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  }
  return { code: 200, data: await newChallenge(context, standsIn) };
};
