/** Identifiers that may not register: throw-away mailboxes of the published list, and the operators' own list. */
import { isIP } from 'node:net';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import type { CallContext } from '../types.ts';

/** Made once: the package makes it anew for every domain that it is asked about. */
const DISPOSABLE: ReadonlySet<string> = disposableEmailBlocklistSet();

/** Whether a folded e-mail address is throw-away or on the zone's list, itself or its domain. */
export async function isBlockedEmail(context: CallContext, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  const parents = domain.split('.').map((_, index, parts) => parts.slice(index).join('.'));
  if (parents.some((parent) => DISPOSABLE.has(parent.trim().toLowerCase()))) return true;
  const found = await context.db.query(
    `select 1 from blocked_identifier where zone = $1 and ((kind = 'email' and value = $2) or (kind = 'domain' and value = any($3))) limit 1`,
    [context.zone, email, parents],
  );
  return found.length > 0;
}

/** Whether a phone (E.164), or the block of numbers it belongs to, is on the zone's list. */
export async function isBlockedPhone(context: CallContext, phone: string): Promise<boolean> {
  const found = await context.db.query(
    `select 1 from blocked_identifier where zone = $1 and kind = 'phone' and (value = $2 or (prefix and starts_with($2, value))) limit 1`,
    [context.zone, phone],
  );
  return found.length > 0;
}

/** Whether the client's address is in a network that may not sign in to this zone. */
export async function isBlockedNetwork(context: CallContext): Promise<boolean> {
  if (!isIP(context.address)) return false;
  const found = await context.db.query(
    'select 1 from blocked_network where zone = $1 and network >>= $2::inet limit 1',
    [context.zone, context.address],
  );
  return found.length > 0;
}
