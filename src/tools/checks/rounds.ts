/** Events that ask in a circle by what their calls answer: nothing changes on the way, so they ask for ever. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import { testsOf } from './conditions.ts';
import { firedBy } from './fired.ts';
import { codesOf } from './outcomes.ts';
import type { Scope } from './scope.ts';

/** An event of a screen. */
export interface Node {
  readonly screen: string;
  readonly name: string;
}

export type Screens = Readonly<Record<string, Readonly<Record<string, FlowEvent>>>>;

/** A step from an event to the next, which nobody presses. */
interface Edge {
  readonly from: Node;
  readonly to: Node;
  readonly index: number;
  readonly step: 'then' | 'go';
  readonly codes: readonly string[];
}

export const areSame = (one: Node, other: Node): boolean => one.screen === other.screen && one.name === other.name;

/** Whether an outcome leaves all as it was, and waits for nothing; what it asks of the store or the flow a call may change; how a page was come to stays. */
const changesNothing = ({ set, keeps, do: actions, if: condition }: Outcome): boolean =>
  [set, keeps, actions].every((each) => Object.keys(each ?? {}).length === 0) &&
  testsOf(condition).every((test) => ['query', 'offer', 'line', 'visit'].some((subject) => subject in test));

/** Where an outcome leads by itself on its own screen. The way to another one and back may be barred by conditions, and is no circle then. */
function nextOf(screen: string, outcome: Outcome): readonly (readonly [Edge['step'], Node])[] {
  if ('then' in outcome) return [['then', { screen, name: outcome.then }]];
  return 'go' in outcome && outcome.go.screen === screen ? [['go', { screen, name: 'load' }]] : [];
}

/** Steps that may be taken again and again: a call that succeeded did something, unless the same is asked again. */
function edgesOf({ line }: Scope, screens: Screens): readonly Edge[] {
  return Object.entries(screens).flatMap(([screen, events]) =>
    Object.entries(events).flatMap(([name, { call, outcomes }]) =>
      (outcomes ?? []).flatMap((outcome, index) => {
        const codes = codesOf(outcome);
        const next = changesNothing(outcome) ? nextOf(screen, outcome) : [];
        return next.flatMap(([step, to]): Edge[] => {
          const other = screens[to.screen]?.[to.name];
          const keeps = typeof call === 'string' ? line.calls.calls?.[call]?.keeps : undefined;
          const isAgain = call === other?.call && Object.keys(keeps ?? {}).length === 0;
          const from = { screen, name };
          return other && (isAgain || codes.some((code) => code !== 'ok')) ? [{ from, to, index, step, codes }] : [];
        });
      }),
    ),
  );
}

/** The steps of a shortest circle from an event on; undefined where it is in none. */
function circleFrom(first: Node, edges: readonly Edge[]): readonly Edge[] | undefined {
  const open: (readonly Edge[])[] = edges.filter(({ from }) => areSame(from, first)).map((edge) => [edge]);
  const seen: Node[] = [];
  for (let way = open.shift(); way !== undefined; way = open.shift()) {
    const { to } = way.at(-1) as Edge;
    if (areSame(to, first)) return way;
    if (seen.some((each) => areSame(each, to))) continue;
    seen.push(to);
    const on = way;
    open.push(...edges.filter(({ from }) => areSame(from, to)).map((edge) => [...on, edge]));
  }
  return undefined;
}

/** Whether an event comes from outside of a circle: by itself, by a press, or after another event. */
function isEntered({ line }: Scope, node: Node, circle: readonly Edge[], screens: Screens): boolean {
  const screen = line.screens[node.screen];
  if (screen && firedBy(line, node.screen, screen).some(({ event }) => event === node.name)) return true;
  return Object.entries(screens[node.screen] ?? {}).some(
    ([name, { outcomes }]) =>
      !circle.some(({ from }) => areSame(from, { screen: node.screen, name })) &&
      (outcomes ?? []).some((each) => ('then' in each && each.then === node.name) || each.also?.includes(node.name)),
  );
}

/**
 * Reports of each circle the step that leads back to where it was entered, the last resort before others.
 * @param told events of circles that are told of already
 */
export function checkRounds(scope: Scope, screens: Screens, told: readonly Node[]): void {
  const done = [...told];
  const edges = edgesOf(scope, screens);
  for (const { from: first } of edges) {
    if (done.some((each) => areSame(each, first))) continue;
    const circle = circleFrom(first, edges);
    if (circle === undefined || circle.some(({ from }) => done.some((each) => areSame(each, from)))) continue;
    done.push(...circle.map(({ from }) => from));
    const rank = ({ to, codes }: Edge): number =>
      Number(isEntered(scope, to, circle, screens)) * 2 + Number(codes.includes('otherwise'));
    const [wrong = circle[0] as Edge] = [...circle].sort((one, other) => rank(other) - rank(one));
    const { from, to, index, step } = wrong;
    const back = circle.filter((each) => each !== wrong).map(({ from: by, codes }) => `${by.name} on ${codes[0]}`);
    const way = back.length > 0 ? `, which comes back by ${back.join(', ')}` : '';
    const who = back.length > 0 ? 'they ask' : 'it asks';
    const where = areSame(from, to) ? 'itself' : to.name;
    const message = `event ${from.name} of screen ${from.screen} leads to ${where}${way}: ${who} for ever, and nothing changes`;
    const at = ['screens', from.screen, from.name, 'outcomes', index, step];
    scope.report('flow', at, message, 'lead to a state or a screen, or wait for a press');
  }
}
