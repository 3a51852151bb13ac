/** Checks headings of sections, and where the buttons of states with sections stand. */
import { BAR, hasSections, isHeading } from '../../engine/headings.ts';
import type { Screen } from '../../generated/config.ts';
import { blocksOf, type Noticed, type Scope, statesOf } from './scope.ts';

export function checkPlaces(scope: Scope, document: string, screen: Noticed): void {
  for (const [state, { blocks = [], actions = [] }] of statesOf(screen)) {
    const places = blocks.flatMap((each) => (each.block === 'facts' ? each.values : 'id' in each ? each.id : []));
    const known = hasSections({ blocks }) ? [BAR, ...places] : [];
    for (const [index, { block }] of actions.entries()) {
      const path = ['states', state, 'actions', index, 'block'];
      if (block === undefined) continue;
      if (!known.includes(block)) scope.unknown(document, path, 'block', block, known);
      else if (known.filter((each) => each === block).length > 1)
        scope.report(document, path, `"${block}" names two places`, 'name one of them otherwise');
    }
  }
}

/** A form has no list of sections that could lead to one. */
export function checkHeadings(scope: Scope, document: string, screen: Screen): void {
  if (screen.kind === 'notice') return;
  for (const { at, block } of blocksOf(screen))
    if (isHeading(block)) scope.report(document, [...at, 'tone'], 'a heading outside a notice', 'write another tone');
}
