/** `qq-login`: ends a sign-in with QQ, or its link to the signed-in account; its connect script gives an access token to the page itself. */
import type { QqLoginRequest } from '../../generated/api.ts';
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<QqLoginRequest> = (request, context) =>
  endThirdSignIn(request, context, 'qq-login', request.accessToken ? { accessToken: request.accessToken } : undefined);
