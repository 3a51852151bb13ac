/**
 * Who asks, as far as wrong passwords go: a browser by its flow cookie, or its network where it brought none. What a sign-in
 * shows (tries left, captcha, lock) is kept for each name that an asker typed, so that nobody reads from it what others did,
 * or which names are one account's.
 */
import { networkAddress, throttleAddress } from '../http/address.ts';
import { flowOf, flowsOf, heldFlow } from '../sessions/flow.ts';
import type { CallContext } from '../types.ts';
import { identifierDigest } from './identifiers.ts';

export interface Asker {
  /** Key of the counter of this asker and name. */
  readonly key: string;
  /** The same of the cookie that this browser gets by the answer; undefined where it brought one. */
  readonly next?: string;
  /** Key of the counter of its address. */
  readonly from: string;
}

const keyOf = (context: CallContext, name: string, asker: string): string =>
  `asker:${identifierDigest(context.keys, context.zone, name)}:${asker}`;

const digestOf = (context: CallContext, what: string, value: string): string =>
  context.keys.sign('identifier', `${what}\n${value}`).value;

/**
 * Asked before anything else of a call sets the flow cookie.
 * @param name `key` of the typed name
 */
export function askerOf(context: CallContext, name: string): Asker {
  const from = `from:${digestOf(context, 'address', throttleAddress(context.address))}`;
  const held = heldFlow(context);
  if (held !== undefined) return { key: keyOf(context, name, held), from };
  const network = digestOf(context, 'network', networkAddress(context.address));
  return { key: keyOf(context, name, network), next: keyOf(context, name, flowOf(context)), from };
}

/** Keys of this browser's own counters for the names of an account that it has just proven. */
export function ownCounters(context: CallContext, names: readonly (string | null)[]): readonly string[] {
  if (heldFlow(context) === undefined) return [];
  return names.flatMap((name) => (name === null ? [] : flowsOf(context).map((flow) => keyOf(context, name, flow))));
}
