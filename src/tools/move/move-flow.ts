/** flow.json of a layer in today's grammar. */
import { isDictionary } from '../list-patch.ts';
import { type Json, mapped, shortValues } from './short-values.ts';

/** What the move reads of the line that the layer belongs to. */
export interface AboutFlow {
  /** The flow of the layers below, and of all of them. */
  readonly below: Json;
  readonly whole: Json;
  /** Call → the codes it may answer which say that a session is over. */
  readonly ending: Readonly<Record<string, readonly string[]>>;
}

const at = (record: unknown, ...names: readonly string[]): unknown =>
  names.reduce((value, name) => (isDictionary(value) ? value[name] : undefined), record);

/** Names of the actions of an outcome, however they are written. */
const actionsOf = (actions: unknown): readonly unknown[] => {
  if (Array.isArray(actions)) return actions.map((each) => at(each, 'action'));
  return isDictionary(actions) ? Object.keys(actions) : [actions];
};

/** A list of actions as an object of them; one that takes nothing by its name. */
function shortActions(actions: unknown, below: unknown): unknown {
  if (!Array.isArray(actions) || new Set(actionsOf(actions)).size < actions.length) return actions;
  const entries = actions.map((each): [string, unknown] => {
    const { action, keys, message, ...rest } = isDictionary(each) ? each : {};
    const given = [...(message === undefined ? [] : [message]), ...[keys ?? []].flat(), ...Object.values(rest).flat()];
    return [String(action), given.length === 0 ? true : given.length === 1 ? given[0] : given];
  });
  const gone = actionsOf(below).filter((name) => typeof name === 'string' && !actionsOf(actions).includes(name));
  const [[name, only] = [], ...others] = entries;
  if (name !== undefined && only === true && others.length === 0 && below === undefined) return name;
  return { ...Object.fromEntries(entries), ...Object.fromEntries(gone.map((each) => [each, null])) };
}

const ORDER = ['on', 'where', 'when', 'set', 'keeps', 'do', 'also', 'go', 'then', 'state', 'leave', 'says', 'tells'];

function moveOutcome(outcome: unknown, below?: unknown): unknown {
  if (!isDictionary(outcome)) return outcome;
  const { if: condition, stay: _, ...rest } = outcome;
  const moved: Record<string, unknown> = { ...rest };
  if (condition !== undefined) moved.when = condition;
  if (moved.keeps !== undefined) moved.keeps = shortValues(moved.keeps);
  if (moved.do !== undefined) moved.do = shortActions(moved.do, at(below, 'do'));
  if (isDictionary(moved.go) && Object.keys(moved.go).join() === 'screen' && below === undefined)
    moved.go = moved.go.screen;
  return Object.fromEntries(Object.entries(moved).sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other)));
}

const isImplied = (outcome: unknown, ending: readonly string[] | undefined): boolean => {
  if (!isDictionary(outcome)) return false;
  const names = Object.keys(outcome).join();
  if (names === 'on') return outcome.on === 'otherwise';
  const codes = [outcome.on].flat();
  return names === 'on,then' && outcome.then === 'ended' && ending !== undefined && codes.join() === ending.join();
};

const outcomeNamed = (outcomes: unknown, name: string): unknown =>
  Array.isArray(outcomes) ? outcomes.find((each) => [at(each, 'on')].flat().includes(name)) : undefined;

function moveOutcomes(outcomes: unknown, below: unknown, ending: readonly string[] | undefined): unknown {
  if (Array.isArray(outcomes)) {
    const moved = outcomes.map((outcome) => moveOutcome(outcome));
    return moved.filter((outcome, index) => {
      const isLast = moved.slice(index + 1).every((each) => isImplied(each, ending));
      return (
        !(isLast && isImplied(outcome, ending)) && !(isImplied(outcome, ending) && at(outcome, 'then') === 'ended')
      );
    });
  }
  if (!isDictionary(outcomes)) return outcomes;
  const { change, add } = outcomes;
  return {
    ...outcomes,
    ...(change !== undefined && {
      change: mapped(change, (outcome, name) => moveOutcome(outcome, outcomeNamed(below, name))),
    }),
    ...(Array.isArray(add) && { add: add.map((outcome) => moveOutcome(outcome)) }),
  };
}

function moveEvent(event: unknown, below: unknown, ending: readonly string[] | undefined): unknown {
  if (!isDictionary(event)) return event;
  const { with: given, outcomes, ...rest } = event;
  const moved = moveOutcomes(outcomes, at(below, 'outcomes'), ending);
  const isNothing = moved === undefined || (Array.isArray(moved) && moved.length === 0);
  // What a layer below says is deleted: nothing takes its place.
  const left = moved !== undefined && at(below, 'outcomes') !== undefined ? { outcomes: null } : {};
  const body = given ?? rest.body;
  return {
    ...rest,
    ...(body !== undefined && { body: shortValues(body) }),
    ...(isNothing ? left : { outcomes: moved }),
  };
}

/** Events that several screens have alike, once; only whole ones, which no layer below has. */
function share(file: Json, below: Json): Json {
  const alike = new Map<string, { readonly name: string; readonly event: unknown; readonly screens: string[] }>();
  for (const [screen, events] of Object.entries(isDictionary(file.screens) ? file.screens : {})) {
    for (const [name, event] of Object.entries(isDictionary(events) ? events : {})) {
      if (!isDictionary(event) || at(below, 'screens', screen, name) !== undefined) continue;
      const text = JSON.stringify(event);
      const known = alike.get(text) ?? { name, event, screens: [] };
      known.screens.push(`${screen}/${name}`);
      alike.set(text, known);
    }
  }
  const shared: Record<string, unknown> = isDictionary(file.events) ? { ...file.events } : {};
  const names = new Map<string, string>();
  for (const { name, event, screens } of alike.values()) {
    const isSmall = JSON.stringify(event).length < 60;
    if (screens.length < 2 || isSmall) continue;
    let free = name;
    for (let nth = 2; shared[free] !== undefined || at(below, 'events', free) !== undefined; nth++)
      free = `${name}-${nth}`;
    shared[free] = event;
    for (const screen of screens) names.set(screen, free);
  }
  if (names.size === 0) return file;
  const { $schema, timers, events: _, screens, ...rest } = file;
  const named = mapped(screens, (events, screen) =>
    mapped(events, (event, name) => names.get(`${screen}/${name}`) ?? event),
  );
  return { $schema, ...(timers !== undefined && { timers }), events: shared, screens: named, ...rest };
}

/** The event of a screen, or the one that it names. */
const eventAt = (flow: Json, screen: string, name: string): unknown => {
  const event = at(flow, 'screens', screen, name);
  return typeof event === 'string' ? at(flow, 'events', event) : event;
};

export function moveFlow(file: Json, { below, whole, ending }: AboutFlow): Json {
  const screens = mapped(file.screens, (events, screen) =>
    mapped(events, (event, name) => {
      const ends = at(whole, 'screens', screen, 'ended') !== undefined;
      const call = at(event, 'call') ?? at(eventAt(whole, screen, name), 'call');
      return moveEvent(
        event,
        eventAt(below, screen, name),
        ends && typeof call === 'string' ? ending[call] : undefined,
      );
    }),
  );
  const moved = { ...file, ...(file.screens !== undefined && { screens }) };
  return share(moved, below);
}
