/** Checks where the buttons of states with sections stand. */
import { type Noticed, type Scope, sectionsOf, statesOf } from './scope.ts';

/** Beside the title of the screen. */
const TITLE = 'title';

export function checkPlaces(scope: Scope, document: string, screen: Noticed): void {
  for (const [state, { blocks = [], actions = [] }] of statesOf(screen)) {
    const ids = blocks.flatMap((each) => ('id' in each ? each.id : []));
    const known = sectionsOf(blocks).length === 0 ? [] : [TITLE, ...ids];
    for (const [index, { at }] of actions.entries()) {
      const path = ['states', state, 'actions', index, 'at'];
      if (at !== undefined && !known.includes(at)) scope.unknown(document, path, 'place', at, known);
    }
  }
}
