import type { ActionRun } from './types.ts';

/** Closes this very window, when a page opened it; browsers refuse it otherwise. */
export const closeWindow: ActionRun = (_action, { location }) => location.close();
