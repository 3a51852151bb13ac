/** Which calls an event may make: the one it names, or those that end the sign-ins of providers. */
import type { FlowEvent } from '../generated/config.ts';
import type { KnownProviders } from './implied-providers.ts';

type Written = { readonly providers: KnownProviders };

/** @param providers ids; those of the data when left out, of which a line offers some. */
export function callsOfEvent(
  line: Written,
  { call }: Pick<FlowEvent, 'call'>,
  providers: readonly string[] = Object.keys(line.providers),
): readonly string[] {
  if (call === undefined) return [];
  if (typeof call === 'string') return [call];
  return [...new Set(providers.flatMap((id) => line.providers[id]?.call ?? []))];
}
