import type { ActionRun } from './types.ts';

/** Forgets every flow value and everything typed. Stored keys stay: they are whoever is signed in now's. */
export const forgetVisit: ActionRun = (_action, context) => context.forgetVisit();
