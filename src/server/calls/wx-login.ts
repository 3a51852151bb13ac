/** `wx-login`: ends a sign-in with WeChat, or its link to the signed-in account. */
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { HandlerOf } from '../types.ts';

const WAY = { call: 'wx-login', name: 'WeChat' } as const;

export const handle: HandlerOf<'wx-login'> = (request, context) => endThirdSignIn(request, context, WAY);
