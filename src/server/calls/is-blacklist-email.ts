/** `is-blacklist-email`: refuses throw-away mailboxes and those on the operators' list. */
import { isBlockedEmail } from '../accounts/blocklist.ts';
import { fold } from '../accounts/identifiers.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'is-blacklist-email'> = async ({ email }, context) =>
  (await lookupFault(context, 'blocked-mailbox')) ??
  ((await isBlockedEmail(context, fold(email)))
    ? { code: 'Account.Email.Blacklisted' }
    : { code: 200, data: { blacklisted: false } });
