import { answeredAddress, leaveAddress } from '../engine/redirect.ts';
import type { ActionContext, ActionRun } from './types.ts';

/** Leaves for where the visitor came from when the line allows it, else for the line's home. */
export function leaveFor(to: 'source-or-home' | 'home', { line, store, location, stored }: ActionContext): void {
  const key = Object.entries(stored.keys).find(([, entry]) => entry.query === 'source_url')?.[0];
  const source = key === undefined ? undefined : store.read(key);
  location.leave(leaveAddress({ to, source, redirects: line.redirects, origin: location.origin }));
}

/** Leaves for an address that an answer gave; for the line's home when it is none to be trusted. */
export function leaveTo(address: unknown, context: ActionContext): void {
  const { location } = context;
  const to = answeredAddress(address, location.origin);
  if (to === undefined) leaveFor('home', context);
  else location.leave(to);
}

export const leave: ActionRun = (_action, context) => leaveFor('source-or-home', context);
