/** `third-login`: redeems the token of a third-party sign-in and opens the session, as `user-login` does. */
import type { ThirdLoginRequest } from '../../generated/api.ts';
import type { Handler } from '../types.ts';
import { handle as redeem } from './user-login.ts';

export const handle: Handler<ThirdLoginRequest> = (request, context) => redeem(request, context);
