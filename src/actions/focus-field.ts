import { type ActionRun, needed } from './types.ts';

/** Puts the cursor into a field. */
export const focusField: ActionRun = (action, context) => context.focusField(needed(action, 'field', action.field));
