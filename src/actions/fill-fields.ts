import { type ActionRun, needed } from './types.ts';

/** Fills fields that are still empty from flow values of the same name, as camelCase; wire values become option names. */
export const fillFields: ActionRun = (action, context) => context.fillFields(needed(action, 'fields', action.fields));
