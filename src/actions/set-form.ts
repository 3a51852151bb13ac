import { type ActionRun, needed } from './types.ts';

/** Selects a form (tab) of the screen. */
export const setForm: ActionRun = (action, { selectForm }) => selectForm(needed(action, 'form', action.form));
