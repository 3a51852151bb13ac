/** `google-login`: ends a sign-in with Google, or its link to the signed-in account; its button gives a credential to the page itself. */
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { HandlerOf } from '../types.ts';

const WAY = { call: 'google-login', name: 'Google' } as const;

export const handle: HandlerOf<'google-login'> = (request, context) =>
  endThirdSignIn(request, context, WAY, request.credential ? { credential: request.credential } : undefined);
