/** `captcha-challenge`: a fresh challenge of the built-in captcha. */
import { newChallenge } from '../captcha/built-in.ts';
import { captchaOf } from '../captcha/captcha.ts';
import type { Handler } from '../types.ts';

export const handle: Handler = async (_request, context) =>
  captchaOf(context).challenges ? { code: 200, data: await newChallenge(context) } : { code: 'Forbidden' };
