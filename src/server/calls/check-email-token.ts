/** `check-email-token`: whether a link's token is good, and the proof that acting on it takes. Changes nothing. */
import { isElsewhere } from '../accounts/activation.ts';
import { maskEmail } from '../accounts/owner.ts';
import { findLink, isActivated } from '../codes/links.ts';
import { makeProof } from '../codes/proofs.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'check-email-token'> = async ({ token }, context) => {
  const link = await findLink(context, token);
  if (!link) return { code: 'Account.Token.Expired' };
  if (isActivated(link)) return { code: 'Account.Email.Actived' };
  if (link.status === 'cancelled') return { code: 'Account.Token.Expired' };
  if (link.used) return { code: 'Account.Token.Expired', data: { used: true } };
  if (link.expired || link.spent) return { code: 'Account.Token.Expired' };
  const email = link.email ?? '';
  const proof = await makeProof(context.db, context, 'link', link.id);
  const elsewhere = link.kind === 'activate' && isElsewhere(context, link);
  return {
    code: 200,
    data: { proof, email, contact: maskEmail(email), purpose: link.kind, ...(elsewhere ? { elsewhere } : {}) },
  };
};
