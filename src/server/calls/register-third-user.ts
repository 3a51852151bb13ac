/** `register-third-user`: registers the rendering user of an account that a third-party identity just made. */
import type { HandlerOf } from '../types.ts';
import { handle as register } from './rendering-register.ts';

export const handle: HandlerOf<'register-third-user'> = (request, context) => register(request, context);
