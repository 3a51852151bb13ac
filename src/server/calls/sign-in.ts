/** `sign-in`: a master account's password. */
import type { SignInRequest } from '../../generated/api.ts';
import { MASTER } from '../accounts/kinds.ts';
import { signInByPassword } from '../accounts/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<SignInRequest> = (request, context) => signInByPassword(request, context, MASTER);
