/** `sign-in`: a master account's password. */
import { MASTER } from '../accounts/kinds.ts';
import { signInByPassword } from '../accounts/sign-in.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sign-in'> = (request, context) => signInByPassword(request, context, MASTER);
