/** Of the providers among which an event's flow value chooses, the one whose call this is; no value where it chooses none. */
import type { Pack } from '../../src/engine/pack.ts';

export function chosen(pack: Pack, event: string | undefined, call: string): Readonly<Record<string, string>> {
  const made = pack.events[event ?? '']?.call;
  if (typeof made !== 'object') return {};
  const [provider = ''] = Object.entries(made.calls).find(([, each]) => each === call) ?? [];
  return { [made.ofProvider]: provider };
}
