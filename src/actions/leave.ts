import { answeredAddress, leaveAddress, lineAddress } from '../engine/redirect.ts';
import type { ActionContext } from './types.ts';

/** Query parameter that names the address a visitor came from. */
export const SOURCE = 'source_url';

/**
 * Leaves for where the visitor came from when the line allows it, else for the line's home; or for the matching line of
 * the other zone, by the address of the line's own data.
 */
export function leaveFor(to: 'source-or-home' | 'home' | 'other-zone', context: ActionContext): void {
  const { line, store, location, stored, query } = context;
  if (to === 'other-zone') {
    const other = lineAddress(line.otherZone?.url);
    if (other !== undefined) location.leave(other);
    return;
  }
  const key = Object.entries(stored.keys).find(([, entry]) => entry.query === SOURCE)?.[0];
  // What the address still says outlives its use, for who comes back to it.
  const source = query(SOURCE) ?? (key === undefined ? undefined : store.read(key));
  if (key !== undefined) store.remove(key);
  location.leave(leaveAddress({ to, source, redirects: line.redirects, origin: location.origin }));
}

/** Leaves for an address that an answer gave; for the line's home when it is none to be trusted. */
export function leaveTo(address: unknown, context: ActionContext): void {
  const { location } = context;
  const to = answeredAddress(address, location.origin);
  if (to === undefined) leaveFor('home', context);
  else location.leave(to);
}
