/** Checks what answers mark as proofs: properties that are there, and steps that bring them where they are needed. */
import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import { callsOfEvent } from '../event-calls.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { unknownKeywords } from './api.ts';
import { responseOf } from './flow.ts';
import { formsOf, linksOf, type Scope } from './scope.ts';
import { reachedBy } from './senders.ts';

/** What holds a proof: a flow value or a stored key. */
interface Proof {
  readonly name: string;
  /** The flow value that steps bring it by, where an answer is kept so. */
  readonly flow: string | undefined;
}

/** What holds the proofs of each call's answer. */
const proofsOf = once((line: ResolvedLine): ReadonlyMap<string, readonly Proof[]> => {
  const found = new Map<string, readonly Proof[]>();
  for (const [call, { proofs = [] }] of Object.entries(line.api)) {
    if (proofs.length === 0) continue;
    const { keeps = {}, saves = {} } = line.calls.calls?.[call] ?? {};
    const flowOf = (from: string) => Object.keys(keeps).find((name) => keeps[name] === from);
    const held = [...Object.entries(keeps), ...Object.entries(saves)].flatMap(([name, from]) =>
      typeof from === 'string' && proofs.includes(from) ? { name, flow: flowOf(from) } : [],
    );
    found.set(call, held);
  }
  return found;
});

const provedBy = (line: ResolvedLine, event: FlowEvent): readonly Proof[] =>
  callsOfEvent(line, event).flatMap((call) => proofsOf(line).get(call) ?? []);

const stepsOf = ({ outcomes = [] }: FlowEvent) => outcomes.flatMap((outcome) => ('go' in outcome ? outcome.go : []));

const eventsAt = (line: ResolvedLine, screen: string): readonly FlowEvent[] =>
  Object.values(line.flow.screens?.[screen] ?? {});

/** Flow values and stored keys that the calls of an event send. */
const sentBy = (line: ResolvedLine, event: FlowEvent): readonly string[] =>
  callsOfEvent(line, event).flatMap((call) =>
    Object.values({ ...line.calls.calls?.[call]?.body, ...event.with }).flatMap((value) =>
      'flow' in value ? value.flow : 'stored' in value ? value.stored : [],
    ),
  );

interface Needs {
  /** Flow values and stored keys that the screen sends or passes on; those that its forms send first. */
  readonly all: readonly string[];
  /** Those of them that it has from nowhere else, for all that is known. */
  readonly sure: ReadonlySet<string>;
}

const knownNeeds = once((_: ResolvedLine) => new Map<string, Needs>());

function neededBy(line: ResolvedLine, screen: string): Needs {
  const known = knownNeeds(line).get(screen);
  if (known) return known;
  const found = line.screens[screen];
  const events = eventsAt(line, screen);
  const ofScreen = line.flow.screens?.[screen] ?? {};
  const proves = (event: FlowEvent): boolean => provedBy(line, event).length > 0;
  const ofForms = (found ? formsOf(found) : []).flatMap(([, form]) =>
    [...reachedBy(ofScreen, form.event, proves)]
      .flatMap((name) => ofScreen[name] ?? [])
      .flatMap((event) => sentBy(line, event)),
  );
  const ways = [...events.flatMap(stepsOf), ...(found ? linksOf(screen, found).map(({ link }) => link) : [])];
  const passed = ways.flatMap((way) => way.with ?? []);
  const all = [...ofForms, ...events.flatMap((event) => sentBy(line, event)), ...passed];
  const own = new Set(events.flatMap((event) => provedBy(line, event)).map(({ name }) => name));
  const needs = { all, sure: new Set([...ofForms, ...all.filter((name) => !own.has(name))]) };
  knownNeeds(line).set(screen, needs);
  return needs;
}

/** Screen → the flow values that steps bring to it. */
const broughtTo = once((line: ResolvedLine): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const screen of Object.keys(line.flow.screens ?? {}))
    for (const { screen: target, with: names = [] } of eventsAt(line, screen).flatMap(stepsOf))
      found.set(target, [...(found.get(target) ?? []), ...names]);
  return found;
});

/** Whether all went well: the answer is there, or there is no call that could fail. */
const succeeds = (event: FlowEvent, { on }: Outcome): boolean =>
  [on].flat().includes(event.call === undefined ? 'otherwise' : 'ok');

export function checkProofs(scope: Scope): void {
  const { line } = scope;
  for (const [id, { proofs = [], response }] of Object.entries(line.api)) {
    if (response && unknownKeywords(response).length > 0) continue;
    const answer = responseOf(scope, id) ?? [];
    for (const [index, name] of proofs.entries()) {
      if (!answer.includes(name))
        scope.unknown(`api/${id}`, ['proofs', index], `property of the answer of ${id}`, name, answer);
    }
  }
  const unkept = Object.entries(line.api).flatMap(([id, { proofs = [] }]) => {
    const { keeps = {}, saves = {} } = line.calls.calls?.[id] ?? {};
    const held = [...Object.values(keeps), ...Object.values(saves)];
    return proofs.flatMap((name) => (line.calls.calls?.[id] && !held.includes(name) ? { id, name } : []));
  });
  for (const { id, name } of unkept) {
    const message = `call ${id} does not keep "${name}", which its shape calls a proof`;
    scope.report('calls', ['calls', id, 'keeps'], message, `add "${name}": true to "keeps"`, 'key');
  }
  // What is not kept no step can bring along.
  if (unkept.length === 0) for (const screen of Object.keys(line.flow.screens ?? {})) checkSteps(scope, screen);
}

/** The steps of a screen bring a proof to each one that needs it. */
function checkSteps(scope: Scope, screen: string): void {
  const { line } = scope;
  const all = [...proofsOf(line).values()].flat();
  const brought = broughtTo(line).get(screen) ?? [];
  const held = [
    ...eventsAt(line, screen).flatMap((event) => provedBy(line, event)),
    ...all.filter(({ name, flow }) => name === flow && brought.includes(name)),
  ];
  if (held.length === 0) return;
  for (const [name, event] of Object.entries(line.flow.screens?.[screen] ?? {})) {
    if (stepsOf(event).length === 0) continue;
    const proved = provedBy(line, event);
    const here = proved.length > 0 ? proved : held;
    for (const [index, outcome] of (event.outcomes ?? []).entries()) {
      if (!('go' in outcome) || !succeeds(event, outcome)) continue;
      const { screen: target, with: carried = [] } = outcome.go;
      if (here.some((each) => carried.includes(each.name))) continue;
      const { all: names, sure } = neededBy(line, target);
      const needed = names.flatMap((each) => here.find((proof) => proof.name === each) ?? []);
      const lacking = needed.find(
        (each) => each.flow !== undefined && (proved.length > 0 || sure.has(each.name)),
      )?.flow;
      if (lacking === undefined) continue;
      const whose = proved.length > 0 ? `call ${callsOfEvent(line, event).join(', ')} proved` : 'was proved before';
      const message = `screen ${target} needs what ${whose}, and this step ends its flow`;
      scope.report(
        'flow',
        ['screens', screen, name, 'outcomes', index, 'go'],
        message,
        `add "with": ["${[...carried, lacking].join('", "')}"]`,
      );
    }
  }
}
