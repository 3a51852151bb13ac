import { listedOrigin } from '../engine/redirect.ts';
import { SOURCE } from './leave.ts';
import { type ActionRun, needed } from './types.ts';

/** What every such message says of itself, so that its receiver can tell it from others. */
const TYPE = 'foyer:session';
const VERSION = 1;

/**
 * Tells the page that opened or framed this one: `{ type, version, line, state, values }`, the values being stored keys.
 * It goes to the exact origin that the address names, when the line lists it, and to nobody else.
 */
export const tellOpener: ActionRun = (action, { line, store, opener, query }) => {
  const state = needed(action, 'message', action.message);
  const origin = listedOrigin(query(SOURCE), line.redirects.origins);
  if (origin === undefined) return;
  const values = (action.keys ?? []).flatMap((key) => {
    const value = store.read(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  opener.tell({ type: TYPE, version: VERSION, line: line.name, state, values: Object.fromEntries(values) }, origin);
};
