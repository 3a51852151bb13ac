/** Checks an event's step at another window: what it takes, and what it may come to. */
import type { FlowEvent } from '../../engine/whole.ts';
import type { Path } from '../load.ts';
import type { Scope } from './scope.ts';

type Step = NonNullable<FlowEvent['window']>;

/** What each step takes, the ones it cannot do without marked, and what it may come to. */
const STEPS: Readonly<Record<Step, { readonly takes: readonly string[]; readonly answers: readonly string[] }>> = {
  open: { takes: [], answers: ['ok', 'blocked'] },
  popup: { takes: ['url!', 'state!'], answers: ['ok', 'closed', 'timeout', 'unreadable'] },
  await: { takes: ['state!'], answers: ['ok', 'timeout'] },
  'hand-over': { takes: ['provider!', 'state!', 'refused', 'own'], answers: ['ok', 'closed'] },
};

const isStep = (name: string | undefined): name is Step => name !== undefined && Object.hasOwn(STEPS, name);

/** Outcomes of an event that makes no call. */
export function windowAnswers({ window }: FlowEvent): readonly string[] {
  return [...(isStep(window) ? STEPS[window].answers : []), 'otherwise'];
}

export function checkWindow(scope: Scope, at: Path, event: FlowEvent): void {
  const { window } = event;
  if (!isStep(window)) return;
  if (event.call !== undefined) {
    const message = 'an event with a call and a step at a window';
    scope.report('flow', [...at, 'window'], message, 'make it two events, the one by "then" after the other', 'key');
  }
  const { takes } = STEPS[window];
  const given = Object.keys(event.with ?? {});
  for (const name of takes.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1))) {
    if (given.includes(name)) continue;
    scope.report('flow', at, `a window's ${window} without "${name}"`, `add "body": { "${name}": ... }`);
  }
  for (const name of given) {
    if (takes.some((each) => each.replace('!', '') === name)) continue;
    scope.report('flow', [...at, 'with', name], `a window's ${window} takes no "${name}"`, 'delete it', 'key');
  }
}
