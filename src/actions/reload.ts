import type { ActionRun } from './types.ts';

/** Loads the page again. */
export const reload: ActionRun = (_action, { location }) => location.reload();
