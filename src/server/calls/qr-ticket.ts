/** `qr-ticket`: makes a code that a phone scans to sign this browser in. */
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { throttleAddress } from '../http/address.ts';
import { makeTicket } from '../qr/tickets.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'qr-ticket'> = async (_request, context) => {
  const { offers, routes, limits } = context.line.line;
  const path = routes['qr-confirm']?.[0];
  if (!offers.qrSignIn || path === undefined) return { code: 'Forbidden' };
  const within = await context.limiter.take('qr-ticket', throttleAddress(context.address));
  if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const ticket = await makeTicket(context.db, context, path);
  return { code: 200, data: { ...ticket, seconds: limits.qrSeconds } };
};
