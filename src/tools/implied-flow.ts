/**
 * What flow.json leaves unsaid: events that screens share, the step of an outcome without one, the outcome that takes what
 * no other does, and what follows when a session is over.
 */
import type { Action, Calls, Flow, FlowEvent, Outcome } from '../engine/whole.ts';
import type * as written from '../generated/config.ts';
import type { Errors } from '../generated/config.ts';
import { callsOfEvent } from './event-calls.ts';
import { wholeValues } from './implied-calls.ts';
import type { KnownProviders } from './implied-providers.ts';
import { isDictionary } from './list-patch.ts';
import type { Path } from './load.ts';

type Json = Readonly<Record<string, unknown>>;

/** What each action takes. Of those in the plural it may be a list. */
export const ARGUMENTS: Readonly<Record<string, keyof Omit<Action, 'action'>>> = {
  'start-countdown': 'timer',
  'clear-stored': 'keys',
  'set-form': 'form',
  'focus-field': 'field',
  'forget-fields': 'fields',
  'fill-fields': 'fields',
  'tell-opener': 'message',
};

/** The event that follows where the service says that the session is over. */
const ENDED = 'ended';
const STEP = 'then';

const STEPS = ['go', 'then', 'state', 'leave'];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function wholeAction([action, given]: [string, unknown]): Json {
  const argument = ARGUMENTS[action];
  if (given === true) return { action };
  if (argument === undefined) return { action, given };
  if (argument === 'message') {
    const [message, ...keys] = [given].flat();
    return { action, message, ...(keys.length > 0 && { keys }) };
  }
  return { action, [argument]: argument.endsWith('s') ? [given].flat() : given };
}

function wholeActions(actions: unknown): unknown {
  if (typeof actions === 'string') return [{ action: actions }];
  return isDictionary(actions) ? Object.entries(actions).map(wholeAction) : actions;
}

interface Said {
  readonly index: number;
  readonly outcome: written.Outcome;
}

/** Outcomes as the data says them, and where in its list; those that are implied stand nowhere. */
const saids = new WeakMap<object, Said>();

/** What the data says of an outcome; nothing where it is implied. */
export const saidOf = (outcome: Outcome): written.Outcome | undefined => saids.get(outcome)?.outcome;

function wholeOutcome(outcome: unknown, index: number): unknown {
  if (!isDictionary(outcome)) return outcome;
  const { on, where, when, set, keeps, do: actions, also, go, says, tells, ...steps } = outcome;
  const whole = {
    on,
    ...(where !== undefined && { where }),
    ...(when !== undefined && { if: when }),
    ...(set !== undefined && { set }),
    ...(keeps !== undefined && { keeps: isDictionary(keeps) ? wholeValues(keeps) : keeps }),
    ...(actions !== undefined && { do: wholeActions(actions) }),
    ...(also !== undefined && { also }),
    ...(go !== undefined && { go: typeof go === 'string' ? { screen: go } : go }),
    ...(STEPS.some((step) => outcome[step] !== undefined) ? steps : { stay: true }),
    ...(says !== undefined && { says }),
    ...(tells !== undefined && { tells }),
  };
  saids.set(whole, { index, outcome: outcome as unknown as written.Outcome });
  return whole;
}

const isCertain = ({ on, if: condition, where }: Outcome): boolean =>
  [on].flat().includes('otherwise') && condition === undefined && where === undefined;

function wholeEvent(event: unknown): unknown {
  if (!isDictionary(event)) return { outcomes: [{ on: 'otherwise', stay: true }] };
  const { call, window, headers, quiet, validates, funnel, body, outcomes, ...rest } = event;
  const said = listOf(outcomes).map(wholeOutcome) as Outcome[];
  const last = said.at(-1);
  return {
    ...(call !== undefined && { call }),
    ...(window !== undefined && { window }),
    ...(headers !== undefined && { headers }),
    ...(quiet !== undefined && { quiet }),
    ...(validates !== undefined && { validates }),
    ...(funnel !== undefined && { funnel }),
    ...(body !== undefined && { with: isDictionary(body) ? wholeValues(body) : body }),
    ...rest,
    outcomes: last !== undefined && isCertain(last) ? said : [...said, { on: 'otherwise', stay: true }],
  };
}

/**
 * The flow with everything that it leaves unsaid, but for what follows when a session is over (`withEnded`).
 * @param flow as the layers say it, sound or not
 */
export function wholeFlow(flow: Json): Flow {
  const { funnel, timers, events, screens } = flow;
  const shared: Json = isDictionary(events) ? events : {};
  const ofScreen = (named: unknown): unknown =>
    isDictionary(named)
      ? Object.fromEntries(
          Object.entries(named).map(([name, event]) => [
            name,
            wholeEvent(typeof event === 'string' ? shared[event] : event),
          ]),
        )
      : named;
  return {
    ...(funnel !== undefined && { funnel }),
    ...(timers !== undefined && { timers }),
    ...(isDictionary(screens) && {
      screens: Object.fromEntries(Object.entries(screens).map(([id, named]) => [id, ofScreen(named)])),
    }),
  } as Flow;
}

/** The flow where every code that says that a session is over leads to the screen's event `ended`, if no outcome names it. */
export function withEnded(
  flow: Flow,
  { calls, errors, providers }: { readonly calls: Calls; readonly errors: Errors; readonly providers: KnownProviders },
): Flow {
  const codes = Object.entries(errors.codes ?? {}).flatMap(([code, entry]) => (entry?.signsOut ? [code] : []));
  const ended = (event: FlowEvent): FlowEvent => {
    const fails = callsOfEvent({ providers }, event).flatMap((id) => listOf(calls.calls?.[id]?.fails));
    const named = event.outcomes.flatMap((outcome) => [outcome?.on].flat());
    const left = codes.filter((code) => fails.includes(code) && !named.includes(code));
    const [first] = left;
    if (first === undefined) return event;
    const implied = { on: left.length > 1 ? left : first, [STEP]: ENDED } as unknown as Outcome;
    // Before all that takes any answer, under a condition or without.
    const at = event.outcomes.findIndex((outcome) => [outcome?.on].flat().includes('otherwise'));
    const place = at < 0 ? event.outcomes.length : at;
    return { ...event, outcomes: [...event.outcomes.slice(0, place), implied, ...event.outcomes.slice(place)] };
  };
  const screens = Object.entries(flow.screens ?? {}).map(([id, events]) => [
    id,
    isDictionary(events) && ENDED in events
      ? Object.fromEntries(Object.entries(events).map(([name, event]) => [name, ended(event as FlowEvent)]))
      : events,
  ]);
  return { ...flow, ...(flow.screens !== undefined && { screens: Object.fromEntries(screens) }) };
}

/** Where something of an outcome stands. */
function inOutcome(outcome: unknown, [part, first, second, third, ...rest]: Path): Path {
  const said: Json = isDictionary(outcome) ? outcome : {};
  const found = (...steps: (string | number | undefined)[]): Path => steps.filter((step) => step !== undefined);
  if (part === 'if') return found('when', first, second, third, ...rest);
  if (part === 'go' && typeof said.go === 'string') return ['go'];
  if (part === 'stay') return [];
  if (part !== 'do' || !isDictionary(said.do) || typeof first !== 'number') {
    return part === 'do' && typeof said.do === 'string' ? ['do'] : found(part, first, second, third, ...rest);
  }
  const action = Object.keys(said.do)[first] ?? '';
  if (!Array.isArray(said.do[action])) return ['do', action];
  if (action === 'tell-opener') return found('do', action, second && (second === 'keys' ? Number(third) + 1 : 0));
  return found('do', action, third);
}

/**
 * Where something of the whole flow stands in what the layers say.
 * @param said the flow as the layers say it
 */
export function writtenAt(said: unknown, flow: Flow, at: Path): Path {
  const [top, screen, name, part, ...rest] = at;
  if (top !== 'screens' || typeof screen !== 'string' || typeof name !== 'string' || part === undefined) return at;
  const { screens, events } = (isDictionary(said) ? said : {}) as { screens?: Json; events?: Json };
  const named = (isDictionary(screens?.[screen]) ? screens[screen] : {})[name];
  const isShared = typeof named === 'string';
  const event = isShared ? events?.[named] : named;
  const here: Path = isShared ? ['events', named] : ['screens', screen, name];
  if (part === 'with') return [...here, 'body', ...rest];
  const [index, ...further] = rest;
  if (part !== 'outcomes' || typeof index !== 'number') return [...here, part, ...rest];
  const outcome = flow.screens[screen]?.[name]?.outcomes[index];
  const own = outcome && saids.get(outcome)?.index;
  if (own === undefined) return [...here, 'outcomes'];
  const outcomes = isDictionary(event) ? listOf(event.outcomes) : [];
  return [...here, 'outcomes', own, ...inOutcome(outcomes[own], further)];
}
