/** `qq-login`: ends a sign-in with QQ, or its link to the signed-in account; its connect script gives an access token to the page itself. */
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { HandlerOf } from '../types.ts';

const WAY = { call: 'qq-login', name: 'QQ' } as const;

export const handle: HandlerOf<'qq-login'> = (request, context) =>
  endThirdSignIn(request, context, WAY, request.accessToken ? { accessToken: request.accessToken } : undefined);
