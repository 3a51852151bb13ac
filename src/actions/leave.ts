import { leaveAddress } from '../engine/redirect.ts';
import type { ActionContext, ActionRun } from './types.ts';

/** Leaves for where the visitor came from when the line allows it, else for the line's home. */
export function leaveFor(to: 'source-or-home' | 'home', { line, store, location, stored }: ActionContext): void {
  const key = Object.entries(stored.keys).find(([, entry]) => entry.query === 'source_url')?.[0];
  const source = key === undefined ? undefined : store.read(key);
  location.leave(leaveAddress({ to, source, redirects: line.redirects, origin: location.origin }));
}

export const leave: ActionRun = (_action, context) => leaveFor('source-or-home', context);
