/** Finds states of notices that leave whoever reads them without a way on. */
import { blocksOfState } from '../../engine/state-blocks.ts';
import type { NoticeState, Screen } from '../../generated/config.ts';
import type { Scope } from './scope.ts';

/** What a state offers that can be pressed, or goes on by itself. */
const leadsOn = (state: NoticeState): boolean =>
  (state.actions ?? []).length > 0 ||
  state.pollEvent !== undefined ||
  state.icon === 'progress' ||
  blocksOfState(state).some(
    (block) => !['text', 'facts', 'banner'].includes(block.block) || ('links' in block && block.links.length > 0),
  );

export function checkDeadEnds(scope: Scope, id: string, screen: Screen): void {
  if (screen.kind !== 'notice') return;
  for (const [name, state] of Object.entries(screen.states ?? {}))
    if (!leadsOn(state))
      scope.report(
        `screens/${id}`,
        ['states', name],
        `state "${name}" leaves nothing to press, and asks for nothing by itself`,
        'add a button to "actions", or "pollEvent"',
        'key',
      );
}
