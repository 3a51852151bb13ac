import { type ActionRun, needed } from './types.ts';

/** Removes stored keys. */
export const clearStored: ActionRun = (action, { store }) => {
  for (const key of needed(action, 'keys', action.keys)) store.remove(key);
};
