/** Which calls an event may make: the one it names, or those that end the sign-ins of providers. */
import type { FlowEvent } from '../engine/whole.ts';
import { CALL, type KnownProviders } from './implied-providers.ts';

type Written = { readonly providers: KnownProviders };

/**
 * Every call that the event may make: where it is a provider's, that of any provider which the data has, or may come to have.
 * A line offers some of them.
 */
export function callsOfEvent({ providers }: Written, { call }: Pick<FlowEvent, 'call'>): readonly string[] {
  if (call === undefined) return [];
  if (typeof call === 'string') return [call];
  return [...new Set([...Object.values(providers).map((provider) => provider.call), CALL])];
}
