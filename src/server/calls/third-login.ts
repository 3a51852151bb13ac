/** `third-login`: redeems the token of a third-party sign-in and opens the session, as `user-login` does. */
import type { HandlerOf } from '../types.ts';
import { handle as redeem } from './user-login.ts';

export const handle: HandlerOf<'third-login'> = (request, context) => redeem(request, context);
