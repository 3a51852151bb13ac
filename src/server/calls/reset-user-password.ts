/** `reset-user-password`: the same by the rendering side's address of the region, for the one account of a proof. */
import type { ResetUserPasswordRequest } from '../../generated/api.ts';
import { resetPassword } from '../accounts/reset.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<ResetUserPasswordRequest> = resetPassword;
