import type { ActionRun } from './types.ts';

/** Goes one step back in the history. */
export const goBack: ActionRun = (_action, { location }) => location.back();
