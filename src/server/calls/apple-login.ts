/** `apple-login`: ends a sign-in with Apple, or its link to the signed-in account. */
import type { AppleLoginRequest } from '../../generated/api.ts';
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<AppleLoginRequest> = (request, context) => endThirdSignIn(request, context, 'apple-login');
