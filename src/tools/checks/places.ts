/** Checks headings of sections, and where the buttons of states with sections stand. */
import { BAR, hasSections, isHeading } from '../../engine/headings.ts';
import type { Screen } from '../../generated/config.ts';
import { nearest } from './fault.ts';
import { blocksOf, flowValues, type Noticed, type Scope, statesOf } from './scope.ts';

export function checkPlaces(scope: Scope, document: string, screen: Noticed): void {
  for (const [state, present] of statesOf(screen)) {
    const { blocks = [], actions = [] } = present;
    const isInSections = hasSections({ blocks });
    if ('after' in present && isInSections)
      scope.report(
        document,
        ['states', state, 'after'],
        `"${state}" has sections, and what stands below the buttons has none`,
        'write it in a section, among the "blocks"',
      );
    const places = blocks.flatMap((each) => (each.block === 'facts' ? each.values : 'id' in each ? each.id : []));
    const known = isInSections ? [BAR, ...places] : [];
    /** Whether a value of facts is meant by the name that is wrong there: it is told there. */
    const isMeant = (name: string): boolean => {
      const values = flowValues(scope.line);
      const misspelt = places.filter((each) => !values.has(each));
      return values.has(name) && misspelt.some((each) => nearest(each, values) === name);
    };
    for (const [index, { block }] of actions.entries()) {
      const path = ['states', state, 'actions', index, 'block'];
      if (block === undefined) continue;
      if (!known.includes(block)) {
        if (!isMeant(block)) scope.unknown(document, path, 'block', block, known);
      } else if (known.filter((each) => each === block).length > 1)
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
