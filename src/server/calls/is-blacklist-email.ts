/** `is-blacklist-email`: refuses throw-away mailboxes and those on the operators' list. */
import type { IsBlacklistEmailRequest } from '../../generated/api.ts';
import { isBlockedEmail } from '../accounts/blocklist.ts';
import { fold } from '../accounts/identifiers.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { Handler } from '../types.ts';

export const handle: Handler<IsBlacklistEmailRequest> = async ({ email }, context) =>
  (await lookupFault(context, 'blocked-mailbox')) ??
  ((await isBlockedEmail(context, fold(email)))
    ? { code: 'Account.Email.Blacklisted' }
    : { code: 200, data: { blacklisted: false } });
