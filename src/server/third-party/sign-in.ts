/** Ends a third-party sign-in: takes the state, asks the provider who it is, and answers what follows. */
import { isBlockedNetwork } from '../accounts/blocklist.ts';
import type { Answer, CallContext } from '../types.ts';
import { bindOwn } from './binding.ts';
import { faultAnswer, providerFault, STATE_INVALID } from './faults.ts';
import { lostLinking } from './identities.ts';
import { OvertakenError, outcomeOfMember } from './members.ts';
import { outcomeOf, type Proven } from './outcome.ts';
import { type TakenState, takeState, wasTaken } from './states.ts';
import type { Identity, Returned } from './types.ts';

export interface ThirdRequest {
  readonly state: string;
  readonly autoLogin?: boolean;
  /** For what came back into a frame. */
  readonly receipt?: string;
}

/**
 * @param call id of the call that ends it: a provider's sign-in ends by the one that the data names
 * @param widget what the provider's widget gave to the page itself
 */
export async function endThirdSignIn(
  request: ThirdRequest,
  context: CallContext,
  call: string,
  widget?: Returned,
): Promise<Answer> {
  const { thirdParties, line } = context;
  const provider = thirdParties.configured.find((id) => thirdParties.get(id)?.call === call);
  const configured = provider === undefined ? undefined : thirdParties.get(provider);
  if (provider === undefined || !configured) return { code: 'Forbidden' };
  if (await isBlockedNetwork(context)) return { code: 'Account.SignIn.IpLimit' };
  const { state, receipt } = request;
  const taken = await takeState(context, provider, state, { widget, receipt });
  if (!taken) {
    await context.audit(context.db, 'third-sign-in', { outcome: String(STATE_INVALID.code) });
    return (await wasTaken(context, provider, state)) ? { ...STATE_INVALID, data: { used: true } } : STATE_INVALID;
  }
  const { fault } = taken.returned;
  if (fault) {
    // Told to the operators when it came back.
    const answer = faultAnswer(provider, fault);
    await context.audit(context.db, 'third-sign-in', { outcome: String(answer.code) });
    return answer;
  }
  let identity: Identity;
  try {
    identity = await configured.adapter.identify(taken.returned, taken.expected);
  } catch (error) {
    const fault = providerFault(context, provider, error);
    await context.audit(context.db, 'third-sign-in', { outcome: String(fault.code) });
    return fault;
  }
  const auto = request.autoLogin === true && line.line.offers.autoSignIn === true;
  const proven: Proven = { provider, configured, identity, auto };
  if (taken.purpose === 'bind') return bindOwn(context, proven, taken.accountId);
  return decide(context, proven, taken);
}

function decide(context: CallContext, proven: Proven, { enterprise }: TakenState): Promise<Answer> {
  const work = (): Promise<Answer> =>
    context.settle((sql) =>
      enterprise ? outcomeOfMember(sql, context, proven, enterprise) : outcomeOf(sql, context, proven),
    );
  // Of two first sign-ins of one member at once, the later finds what the other stored.
  return work().catch((error) => {
    if (!(error instanceof OvertakenError) && !lostLinking(error)) throw error;
    return work();
  });
}
