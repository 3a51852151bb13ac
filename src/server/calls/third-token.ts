/** `third-token`: begins a third-party sign-in, or the link of a provider to the signed-in account. */
import type { Calls } from '../../generated/calls.ts';
import { MASTER } from '../accounts/kinds.ts';
import { type SignedIn, STALE, signedIn } from '../accounts/owner.ts';
import { sha256 } from '../accounts/secrets.ts';
import { framePath } from '../frames/address.ts';
import { throttleAddress } from '../http/address.ts';
import { lookupFault } from '../limits/lookups.ts';
import type { Begun, Way } from '../ports/identity.ts';
import { findEnterprise, type KnownEnterprise } from '../third-party/enterprises.ts';
import { faultOf, loginCode } from '../third-party/faults.ts';
import { rememberForPosts } from '../third-party/posts.ts';
import { newState, storeState } from '../third-party/states.ts';
import type { Failure, HandlerOf } from '../types.ts';

type OwnerCode = 'Session.Stale' | 'Sub.Account.Bind.ThirdParty.Not.Support';

function ownerOf({
  isFresh,
  owner,
  session,
}: SignedIn): { readonly id: string; readonly sessionId: string } | Failure<OwnerCode> {
  if (!isFresh) return STALE;
  return owner.kind === MASTER
    ? { id: owner.id, sessionId: session.id }
    : { code: 'Sub.Account.Bind.ThirdParty.Not.Support' };
}

export const handle: HandlerOf<'third-token'> = async (request, context) => {
  const { provider: id, purpose = 'sign-in' } = request;
  // First of all: a page whose session is over is led to sign in, whatever else would have been refused.
  const found = purpose === 'bind' ? await signedIn(context) : undefined;
  if (purpose === 'bind' && !found) return { code: '602' };
  const provider = context.thirdParties.get(id);
  if (!provider) return { code: 'Forbidden' };
  const way: Way | undefined = request.way ?? provider.ways[0];
  if (!way || !provider.ways.includes(way)) return { code: 'Forbidden' };
  const allowed = await context.limiter.take('third-token', throttleAddress(context.address));
  if (!allowed.allowed) {
    return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: allowed.retryAfterSeconds };
  }
  let enterprise: KnownEnterprise | undefined;
  if (provider.members) {
    // A member's account is its master's: it is not linked, it joins.
    if (purpose === 'bind') return { code: 'Forbidden' };
    const often = await lookupFault(context, 'alias');
    if (often) return often;
    const known = await findEnterprise(context, request.alias ?? '');
    if ('code' in known) return known;
    enterprise = known.enterprise;
  }
  const owner = found && ownerOf(found);
  if (owner && 'code' in owner) return owner;
  const made = newState(context, id);
  let begun: Begun;
  try {
    begun = await provider.adapter.start({
      state: made.state,
      nonce: made.nonce,
      codeChallenge: Buffer.from(sha256(made.codeVerifier), 'hex').toString('base64url'),
      redirectUri: made.redirectUri,
      way,
      language: context.language,
      ...(enterprise ? { enterprise } : {}),
    });
  } catch (error) {
    const code = loginCode<Calls['third-token']['code']>(provider, faultOf(context, id, error));
    return { code, data: { provider: id } };
  }
  await storeState(context, made, {
    provider: id,
    way,
    purpose,
    owner,
    ...(enterprise ? { enterpriseId: enterprise.id } : {}),
  });
  rememberForPosts(context, provider, way);
  const { widget } = begun;
  // The provider's button stands on a page of ours, from where it leaves.
  const url = way === 'post' ? new URL(framePath(id, widget), context.origin).href : begun.url;
  const { business = id } = provider;
  return { code: 200, data: { state: made.state, url, ...(widget ? { widget } : {}), provider: id, business } };
};
