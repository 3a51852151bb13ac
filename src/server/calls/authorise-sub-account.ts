/** `authorise-sub-account`: the master lets a member of its enterprise, who waits or was turned down, sign in. */
import type { AuthoriseSubAccountRequest } from '../../generated/api.ts';
import { orRefused } from '../accounts/refused.ts';
import { authoriseMember } from '../third-party/master.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<AuthoriseSubAccountRequest> = ({ id }, context) =>
  orRefused(() => authoriseMember(context, id));
