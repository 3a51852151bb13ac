/** `reset-password`: sets a new password by the proof of a link or a code, for the account chosen among several. */
import { resetPassword } from '../accounts/reset.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'reset-password'> = resetPassword;
