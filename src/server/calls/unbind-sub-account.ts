/** `unbind-sub-account`: the master parts a sub account from the DingTalk member it belongs to, or turns a waiting one down. */
import { orRefused } from '../accounts/refused.ts';
import { unbindMember } from '../third-party/master.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'unbind-sub-account'> = ({ id }, context) =>
  orRefused((refuse) => unbindMember(context, id, refuse));
