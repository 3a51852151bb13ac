/** Ends a third-party sign-in: takes the state, asks the provider who it is, and answers what follows. */
import type { CallId, Calls, ErrorCode } from '../../generated/calls.ts';
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import { orRefused, type Refuse } from '../accounts/refused.ts';
import type { Identity, Returned, ThirdPartyFault } from '../ports/identity.ts';
import type { Answer, CallContext, Failure, Sql } from '../types.ts';
import { type BindCode, bindOwn } from './binding.ts';
import { faultOf, type LoginCode, loginCode, STATE_INVALID, type StateInvalid } from './faults.ts';
import { lostLinking } from './identities.ts';
import { type MemberCode, OvertakenError, outcomeOfMember } from './members.ts';
import { type OutcomeOfCode, outcomeOf, type Proven } from './outcome.ts';
import { type TakenState, takeState, wasTaken } from './states.ts';
import type { ConfiguredProvider } from './wiring.ts';

export interface ThirdRequest {
  /** Of a call that ends the sign-ins of several. */
  readonly provider?: string;
  readonly state: string;
  readonly autoLogin?: boolean;
  /** For what came back into a frame. */
  readonly receipt?: string;
}

type ProofCode = 'Forbidden' | 'Account.SignIn.IpLimit' | StateInvalid;

/**
 * @param call id of the call that ends it: a provider's sign-in ends by the one that the data names
 * @param codeOf what a visitor is told of a fault
 * @param widget what the provider's widget gave to the page itself
 */
async function prove<Code extends ErrorCode>(
  request: ThirdRequest,
  context: CallContext,
  call: CallId,
  codeOf: (fault: ThirdPartyFault, provider: ConfiguredProvider) => Code,
  widget?: Returned,
): Promise<{ readonly proven: Proven; readonly taken: TakenState } | Failure<Code | ProofCode>> {
  const { thirdParties, line } = context;
  const ended = thirdParties.configured.filter((id) => thirdParties.get(id)?.call === call);
  const provider = request.provider === undefined ? ended[0] : ended.find((id) => id === request.provider);
  const configured = provider === undefined ? undefined : thirdParties.get(provider);
  if (provider === undefined || !configured) return { code: 'Forbidden' };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const { state, receipt } = request;
  const taken = await takeState(context, provider, state, { widget, receipt });
  if (!taken) {
    await context.audit(context.db, 'third-sign-in', { outcome: STATE_INVALID.code });
    return (await wasTaken(context, provider, state)) ? { ...STATE_INVALID, data: { used: true } } : STATE_INVALID;
  }
  const identity = await identify(context, provider, configured, taken);
  if (typeof identity === 'string') {
    const code = codeOf(identity, configured);
    await context.audit(context.db, 'third-sign-in', { outcome: code });
    return { code, data: { provider } };
  }
  const auto = request.autoLogin === true && line.line.offers.autoSignIn === true;
  return { proven: { provider, configured, identity, auto }, taken };
}

/** Who it is; the fault when that does not show. */
async function identify(
  context: CallContext,
  provider: string,
  { adapter }: ConfiguredProvider,
  { returned, expected }: TakenState,
): Promise<Identity | ThirdPartyFault> {
  // Told to the operators when it came back.
  if (returned.fault) return returned.fault;
  try {
    return await adapter.identify(returned, expected);
  } catch (error) {
    return faultOf(context, provider, error);
  }
}

/** Calls that end the sign-in of a provider whose users have accounts of their own, or its link to the signed-in account. */
type LinkingCall = 'wx-login' | 'qq-login' | 'google-login' | 'apple-login' | 'open-login';
type Widget = Pick<Returned, 'credential' | 'accessToken'>;

/** Handler of such a call. What the provider's widget gave to the page itself comes with the request. */
export const thirdSignIn =
  <Id extends LinkingCall>(call: Id) =>
  async (
    request: ThirdRequest & Widget,
    context: CallContext,
  ): Promise<Answer<LoginCode<Calls[Id]['code']> | ProofCode | OutcomeOfCode | BindCode>> => {
    const { credential, accessToken } = request;
    const widget = credential ? { credential } : accessToken ? { accessToken } : undefined;
    const codeOf = (fault: ThirdPartyFault, provider: ConfiguredProvider) =>
      loginCode<Calls[Id]['code']>(provider, fault);
    const found = await prove(request, context, call, codeOf, widget);
    if ('code' in found) return found;
    const { proven, taken } = found;
    if (taken.purpose === 'bind') return bindOwn(context, proven, taken.owner);
    return decide<OutcomeOfCode>(context, (sql, refuse) => outcomeOf(sql, context, proven, refuse));
  };

type MemberCall = 'third-sign-in';

/** Ends the sign-in of an enterprise's member. */
export async function endMemberSignIn(
  request: ThirdRequest,
  context: CallContext,
): Promise<Answer<LoginCode<Calls[MemberCall]['code']> | 'DingTalk.Member.Foreign' | ProofCode | MemberCode>> {
  const found = await prove(request, context, 'third-sign-in', (fault, provider) =>
    fault === 'foreign' ? 'DingTalk.Member.Foreign' : loginCode<Calls[MemberCall]['code']>(provider, fault),
  );
  if ('code' in found) return found;
  const { proven, taken } = found;
  const { enterprise } = taken;
  if (!enterprise) throw new Error('A member was proven without an enterprise.');
  return decide<MemberCode>(context, (sql, refuse) => outcomeOfMember(sql, context, proven, enterprise, refuse));
}

function decide<Code extends ErrorCode>(
  context: CallContext,
  outcome: (sql: Sql, refuse: Refuse<Code>) => Promise<Answer<Code>>,
): Promise<Answer<Code>> {
  const work = () => orRefused<Code>((refuse) => context.settle((sql) => outcome(sql, refuse)));
  // Of two first sign-ins of one member at once, the later finds what the other stored.
  return work().catch((error) => {
    if (!(error instanceof OvertakenError) && !lostLinking(error)) throw error;
    return work();
  });
}
