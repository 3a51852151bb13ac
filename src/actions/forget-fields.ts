import { type ActionRun, needed } from './types.ts';

/** Empties fields, once they did their work. */
export const forgetFields: ActionRun = (action, context) =>
  context.forgetFields(needed(action, 'fields', action.fields));
