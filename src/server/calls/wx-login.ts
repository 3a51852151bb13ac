/** `wx-login`: ends a sign-in with WeChat, or its link to the signed-in account. */
import type { WxLoginRequest } from '../../generated/api.ts';
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<WxLoginRequest> = (request, context) => endThirdSignIn(request, context, 'wx-login');
