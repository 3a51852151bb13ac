/** `third-sign-in`: ends a sign-in with DingTalk. */
import type { ThirdSignInRequest } from '../../generated/api.ts';
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<ThirdSignInRequest> = (request, context) =>
  endThirdSignIn(request, context, 'third-sign-in');
