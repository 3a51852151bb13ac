/** Which calls a page's event may make. */
import { ownProperty } from './own-property.ts';
import type { PageEvent } from './pack.ts';

/** The call it names, or those of the providers among which a flow value chooses. */
export function eventCalls({ call }: Pick<PageEvent, 'call'>): readonly string[] {
  if (call === undefined) return [];
  return typeof call === 'string' ? [call] : Object.values(call.calls);
}

/** The event's call; undefined where it makes none, and where the line does not offer the provider whose it is. */
export function eventCall(
  { call }: Pick<PageEvent, 'call'>,
  flow: Readonly<Record<string, unknown>>,
): string | undefined {
  if (typeof call !== 'object') return call;
  return ownProperty(call.calls, String(flow[call.ofProvider]));
}
