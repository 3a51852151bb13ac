import type { ActionRun } from './types.ts';

/** Closes the window that this page opened, and waits no more for what comes of it. */
export const closePopup: ActionRun = (_action, { windows }) => windows.now()?.close();
