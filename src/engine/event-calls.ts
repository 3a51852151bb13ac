/** Which calls a page's event may make. */
import type { PageEvent } from './pack.ts';

/** The call it names, or those of the providers among which a flow value chooses. */
export function eventCalls({ call }: Pick<PageEvent, 'call'>): readonly string[] {
  if (call === undefined) return [];
  return typeof call === 'string' ? [call] : Object.values(call.calls);
}
