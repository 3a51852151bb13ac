/** `google-login`: ends a sign-in with Google, or its link to the signed-in account; its button gives a credential to the page itself. */
import type { GoogleLoginRequest } from '../../generated/api.ts';
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<GoogleLoginRequest> = (request, context) =>
  endThirdSignIn(request, context, 'google-login', request.credential ? { credential: request.credential } : undefined);
