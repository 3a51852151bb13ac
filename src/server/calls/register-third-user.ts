/** `register-third-user`: registers the rendering user of an account that a third-party identity just made. */
import type { RegisterThirdUserRequest } from '../../generated/api.ts';
import type { Handler } from '../types.ts';
import { handle as register } from './rendering-register.ts';

export const handle: Handler<RegisterThirdUserRequest> = (request, context) => register(request, context);
