import type { ActionRun } from './types.ts';

/**
 * Forgets the visitor on this page: the stored keys that are a person's, every flow value, everything typed. The session
 * itself ends by a call.
 */
export const signOut: ActionRun = (_action, { stored, store, forgetVisit }) => {
  for (const [key, { person }] of Object.entries(stored.keys)) if (person) store.remove(key);
  forgetVisit();
};
