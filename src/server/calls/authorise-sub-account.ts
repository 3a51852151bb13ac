/** `authorise-sub-account`: the master lets a member of its enterprise, who waits or was turned down, sign in. */
import { orRefused } from '../accounts/refused.ts';
import { authoriseMember } from '../third-party/master.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'authorise-sub-account'> = ({ id }, context) =>
  orRefused((refuse) => authoriseMember(context, id, refuse));
