import { clearStored } from './clear-stored.ts';
import type { ActionRun } from './types.ts';

/** Forgets the visitor on this page: the given stored keys and every flow value. The session itself ends by a call. */
export const signOut: ActionRun = (action, context) => {
  if (action.keys !== undefined) clearStored(action, context);
  context.forgetFlow();
};
