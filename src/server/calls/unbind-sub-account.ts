/** `unbind-sub-account`: the master parts a sub account from the DingTalk member it belongs to, or turns a waiting one down. */
import type { UnbindSubAccountRequest } from '../../generated/api.ts';
import { orRefused } from '../accounts/refused.ts';
import { unbindMember } from '../third-party/master.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<UnbindSubAccountRequest> = ({ id }, context) => orRefused(() => unbindMember(context, id));
