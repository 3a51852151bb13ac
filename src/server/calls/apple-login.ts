/** `apple-login`: ends a sign-in with Apple, or its link to the signed-in account. */
import { endThirdSignIn } from '../third-party/sign-in.ts';
import type { HandlerOf } from '../types.ts';

const WAY = { call: 'apple-login', name: 'Apple' } as const;

export const handle: HandlerOf<'apple-login'> = (request, context) => endThirdSignIn(request, context, WAY);
