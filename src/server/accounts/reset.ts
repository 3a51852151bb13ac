/**
 * Setting a new password by the proof of a link or a code. It unlocks the account, clears every counter, ends all other
 * sessions and sends a notice. Only a password that is accepted spends the proof. Where a phone has several accounts the
 * request names one of them.
 */
import { hasActed, phoneOfProof, spendCodeProof } from '../codes/codes.ts';
import { type FoundLink, isActivated, linkOfProof, lockLink, markActed, ownersOfLink } from '../codes/links.ts';
import { type Proof, readProof } from '../codes/proofs.ts';
import { renewFlow } from '../sessions/flow.ts';
import type { Answer, CallContext, Session, Sql } from '../types.ts';
import { activate, forgetRegistrant } from './activation.ts';
import type { Credential } from './credentials.ts';
import { SUB } from './kinds.ts';
import {
  newCredential,
  orLimited,
  type PasswordCode,
  type PasswordOwner,
  storeNewPassword,
  takeForNewPassword,
} from './new-password.ts';
import type { Refuse } from './refused.ts';
import type { AccountWithCredential } from './store/account.ts';
import { findWithCredentials } from './store/find.ts';

export interface ResetRequest {
  readonly proof: string;
  readonly userId?: string;
  /** Digest of the wire. */
  readonly password: string;
}

const EXPIRED = 'Account.Token.Expired';
type OverCode = typeof EXPIRED | 'Account.Email.Actived';
const NO_PASSWORD = { hash: null, pepper_key: null };

/** Every account of the phone that the code was sent to, the master first; none when the phone has moved on since. */
async function ownersByCode(context: CallContext, proof: Proof): Promise<readonly AccountWithCredential[]> {
  const phone = await phoneOfProof(context, proof);
  if (phone === undefined) return [];
  return findWithCredentials(context.db, { zone: context.zone, phone, statusNot: 'cancelled' });
}

/** Why a link gives no new password: another tab or browser may have activated meanwhile, which is no loss to tell of. */
const whyOver = (link: FoundLink | undefined): OverCode =>
  link && isActivated(link) ? 'Account.Email.Actived' : EXPIRED;

/** What is answered where a proof gives no account: one that did what it is for says so to the browser that holds it. */
async function tellOver(context: CallContext, proof: Proof): Promise<Answer<OverCode>> {
  if (proof.kind === 'code') return { code: EXPIRED, data: (await hasActed(context, proof)) ? { used: true } : null };
  const link = await linkOfProof(context, proof);
  const code = whyOver(link);
  return { code, data: code === EXPIRED && link?.used ? { used: true } : null };
}

/** Spends the proof; an activation link only while there is something to activate. Gives whether there is. */
async function spend(sql: Sql, context: CallContext, proof: Proof, refuse: Refuse<OverCode>): Promise<boolean> {
  if (proof.kind === 'code') {
    if (!(await spendCodeProof(sql, context, proof, ['forgetpassword']))) throw refuse(EXPIRED);
    return false;
  }
  const link = await lockLink(sql, context, proof);
  const waits = link?.status === 'unactivated';
  if (!link || link.spent || link.expired || (link.kind === 'activate' && !waits)) throw refuse(whyOver(link));
  await markActed(sql, link.id);
  return waits;
}

async function apply(
  sql: Sql,
  context: CallContext,
  owner: PasswordOwner,
  credential: Credential,
  session: Session | undefined,
): Promise<void> {
  await context.audit(sql, 'password-reset', { accountId: owner.id, outcome: 'ok' });
  await storeNewPassword(sql, context, owner, credential, session);
}

type ResetCode = OverCode | 'Account.Phone.Bound.Multiple' | 'Account.Sub.Reset.Pwd.Not.Support' | PasswordCode;

async function reset(
  request: ResetRequest,
  context: CallContext,
  refuse: Refuse<OverCode>,
): Promise<Answer<ResetCode>> {
  const proof = readProof(context, request.proof);
  if (!proof) return { code: EXPIRED };
  const owners = await (proof.kind === 'link' ? ownersOfLink : ownersByCode)(context, proof);
  if (!request.userId && owners.length > 1) return { code: 'Account.Phone.Bound.Multiple' };
  const owner = owners.find(({ id }) => !request.userId || id === request.userId);
  if (!owner) return tellOver(context, proof);
  if (owner.kind === SUB) return { code: 'Account.Sub.Reset.Pwd.Not.Support' };
  // Who activates may set the password of the registration, if it was theirs.
  const isWaiting = proof.kind === 'link' && owner.status === 'unactivated';
  const credential = await newCredential(context, isWaiting ? NO_PASSWORD : owner, request.password);
  if ('code' in credential) return credential;
  const session = await context.session();
  return context.settle(async (sql) => {
    await takeForNewPassword(sql, owner, EXPIRED, refuse);
    const activated = await spend(sql, context, proof, refuse);
    if (activated) {
      await forgetRegistrant(sql, owner.id);
      await activate(sql, context, owner);
    }
    await apply(sql, context, owner, credential, session?.accountId === owner.id ? session : undefined);
    if (proof.kind === 'link') renewFlow(context);
    return { code: 200, data: { userId: owner.id, ...(activated && { activated }) } };
  });
}

export function resetPassword(
  request: ResetRequest,
  context: CallContext,
): Promise<Answer<ResetCode | 'Common.RequestLimitExceeded'>> {
  return orLimited((refuse) => reset(request, context, refuse));
}
