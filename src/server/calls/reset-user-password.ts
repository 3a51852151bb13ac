/** `reset-user-password`: the same by the rendering side's address of the region, for the one account of a proof. */
import { resetPassword } from '../accounts/reset.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'reset-user-password'> = resetPassword;
