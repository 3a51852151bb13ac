import type { ActionRun } from './types.ts';

/**
 * Forgets the visitor on this page: the stored keys that are a person's, or a visit's and not what this very address brought,
 * every flow value, everything typed. The session itself ends by a call.
 */
export const signOut: ActionRun = (_action, { stored, store, query, forgetVisit }) => {
  for (const [key, entry] of Object.entries(stored.keys))
    if (entry.person || (entry.visit && query(entry.query ?? '') === undefined)) store.remove(key);
  forgetVisit();
};
