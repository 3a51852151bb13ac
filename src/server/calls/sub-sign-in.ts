/** `sub-sign-in`: a sub account's password, under `username@<uuid of its master>`. */
import type { SubSignInRequest } from '../../generated/api.ts';
import { SUB } from '../accounts/kinds.ts';
import { signInByPassword } from '../accounts/sign-in.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<SubSignInRequest> = async (request, context) =>
  context.line.line.offers.subAccountSignIn ? signInByPassword(request, context, SUB) : { code: 'Forbidden' };
