/** `sub-sign-in`: a sub account's password, under `username@<uuid of its master>`. */
import { SUB } from '../accounts/kinds.ts';
import { signInByPassword } from '../accounts/sign-in.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'sub-sign-in'> = async (request, context) =>
  context.line.line.offers.subAccountSignIn ? signInByPassword(request, context, SUB) : { code: 'Forbidden' };
