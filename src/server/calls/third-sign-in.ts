/** `third-sign-in`: ends a sign-in with DingTalk. */
import { endMemberSignIn } from '../third-party/sign-in.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'third-sign-in'> = (request, context) => endMemberSignIn(request, context);
