/** `reset-password`: sets a new password by the proof of a link or a code, for the account chosen among several. */
import type { ResetPasswordRequest } from '../../generated/api.ts';
import { resetPassword } from '../accounts/reset.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<ResetPasswordRequest> = resetPassword;
