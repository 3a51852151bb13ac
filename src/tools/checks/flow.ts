/** Checks flow.json: events, outcomes, steps, and whether every screen can be reached. */

import type { FlowEvent, Outcome } from '../../engine/whole.ts';
import type { Screen, Flow as Shape } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { reasonNames } from '../implied.ts';
import type { Path } from '../load.ts';
import { checkAction, notHere } from './actions.ts';
import { unknownKeywords } from './api.ts';
import { checkAnswered } from './comparisons.ts';
import { nearest } from './fault.ts';
import { firedBy, unfired } from './fired.ts';
import { checkLoops } from './loops.ts';
import { unknownCall } from './misnamed-calls.ts';
import { checkAlike, checkOrder, checkSaid, codesOf } from './outcomes.ts';
import { buttonsOf, eventAt, eventsOf, fieldIds, type Scope } from './scope.ts';
import { isOfLacking } from './sends.ts';
import { checkCarried, checkCondition, checkEnum, checkStep, checkValue, type Names } from './values.ts';
import { checkWindow, windowAnswers } from './windows.ts';

/** Outcomes besides codes; all but `otherwise` need a call. */
const WORDS = ['ok', 'offline', 'timeout', 'unreadable', 'otherwise'] as const;

export function checkFlow(scope: Scope, names: Names): void {
  const { line } = scope;
  for (const id of Object.keys(line.flow.screens ?? {})) {
    if (!names.screens.has(id)) scope.unknown('flow', ['screens', id], 'screen', id, names.screens, 'key');
  }
  const said = (line.documents.flow?.value ?? {}) as Partial<Shape>;
  for (const [id, events] of Object.entries(said.screens ?? {})) {
    for (const [name, event] of Object.entries(events ?? {})) {
      if (typeof event !== 'string' || said.events?.[event]) continue;
      scope.unknown('flow', ['screens', id, name], 'shared event', event, Object.keys(said.events ?? {}));
    }
  }
  for (const { screen, name, event } of eventsOf(line)) {
    // What is meant by another name has no fields and states here.
    checkSaid(scope, ['screens', screen, name], event);
    if (names.screens.has(screen)) checkEvent(scope, names, screen, ['screens', screen, name], event);
  }
  checkLoops(scope, line.flow.screens ?? {});
  for (const [name, { marks }] of Object.entries(line.flow.timers ?? {})) {
    if (marks === undefined || names.stored.has(marks)) continue;
    scope.unknown('flow', ['timers', name, 'marks'], 'stored key', marks, names.stored);
  }
  checkFired(scope, names);
}

function checkEvent(scope: Scope, names: Names, screen: string, at: Path, event: FlowEvent): void {
  const { line } = scope;
  const known = line.calls.calls ?? {};
  // What providers.json names is checked there.
  if (typeof event.call === 'string' && !known[event.call]) unknownCall(scope, 'flow', [...at, 'call'], event.call);
  if (typeof event.call === 'object' && !names.flow.has(event.call.ofProvider))
    scope.unknown('flow', [...at, 'call', 'ofProvider'], 'flow value', event.call.ofProvider, names.flow);
  const made = callsOfEvent(line, event);
  const calls = made.flatMap((id) => known[id] ?? []);
  // Of a call that is not there nobody knows the answers; nor where one lists a code that is none.
  const isKnown =
    calls.length === made.length && calls.every((call) => call.fails.every((code) => line.errors.codes?.[code]));
  const fields = fieldIds(line.screens[screen]);
  for (const [index, field] of (event.validates ?? []).entries()) {
    if (!fields.has(field)) notHere(scope, [...at, 'validates', index], screen, field);
  }
  for (const [property, value] of Object.entries(event.with ?? {})) {
    checkValue(scope, names, 'flow', [...at, 'with', property], value);
  }
  if (event.funnel !== undefined && line.screens[screen]?.carriesToken) {
    scope.report(
      'flow',
      [...at, 'funnel'],
      `screen ${screen} carries a token: nothing is counted there`,
      'delete it',
      'key',
    );
  } else checkStep(scope, 'flow', [...at, 'funnel'], event.funnel);
  const sets = Object.keys(line.calls.headers ?? {});
  for (const [index, set] of (event.headers ?? []).entries()) {
    if (!sets.includes(set)) scope.unknown('flow', [...at, 'headers', index], 'header set', set, sets);
  }
  if (event.headers && event.call === undefined) {
    scope.report('flow', [...at, 'headers'], '"headers" without a call', 'add "call", or delete "headers"', 'key');
  }
  if (event.with && event.call === undefined && event.window === undefined) {
    scope.report('flow', [...at, 'with'], '"body" without a call', 'add "call", or delete "body"', 'key');
  }
  checkWindow(scope, at, event);
  const codes = [
    ...WORDS,
    ...(typeof event.call === 'object' ? ['unoffered'] : []),
    ...calls.flatMap((each) => each.fails),
  ];
  const outcomes = event.outcomes ?? [];
  const meant = misnamed(line.flow.screens?.[screen] ?? {}, String(at.at(-1)), event);
  if (meant !== undefined) {
    const message = `event "${at.at(-1)}" has no call, and its outcomes are answers of one`;
    scope.report('flow', at, message, `write "${meant}", or add "call"`, 'key');
    return;
  }
  for (const [index, outcome] of outcomes.entries()) {
    checkOutcome(
      scope,
      names,
      screen,
      [...at, 'outcomes', index],
      outcome,
      event,
      calls.length > 0 && isKnown ? codes : undefined,
    );
  }
  checkOrder(scope, at, outcomes);
  checkAlike(scope, at, outcomes);
}

/** The event whose outcomes those of another one are meant to replace: that one makes no call, and is nearly named like it. */
function misnamed(events: Readonly<Record<string, unknown>>, name: string, event: FlowEvent): string | undefined {
  if (event.call !== undefined || event.window !== undefined) return undefined;
  const answers = (event.outcomes ?? []).filter((outcome) => codesOf(outcome).some((code) => code !== 'otherwise'));
  return answers.length < 2
    ? undefined
    : nearest(
        name,
        Object.keys(events).filter((other) => other !== name),
      );
}

/** Whether a code says that it is implied by what is not there: which calls answer it is not known. */
function isMisimplied({ line }: Scope, code: string): boolean {
  const { impliedBy } = line.errors.codes[code] ?? {};
  return impliedBy !== undefined && !reasonNames(line).includes(impliedBy);
}

/** A code that no call of the event answers: it is written for another one, or the call has lost it. */
function unanswered(scope: Scope, at: Path, event: FlowEvent, code: string, answers: readonly string[]): void {
  const { line } = scope;
  const made = callsOfEvent(line, event);
  const kind = `answer of call ${made.join(', ')}`;
  if (line.errors.codes?.[code] === undefined) {
    scope.unknown('flow', at, kind, code, answers);
    return;
  }
  // A provider's code is answered by its call.
  const { call } = Object.values(line.providers).find(({ codes }) => codes && code.startsWith(`${codes}.`)) ?? {};
  const answering = made.length === 1 ? made[0] : call;
  const close = nearest(code, answers);
  const place = answering === undefined ? undefined : line.origin('calls', ['calls', answering, 'fails'], 'key');
  const where = place === undefined ? made.join(', ') : `${answering} (${place.file}:${place.line})`;
  const instead = close === undefined ? 'name an answer of it' : `write "${close}"`;
  const fix = `${instead}, or add "${code}" to "fails" of call ${where}`;
  scope.report('flow', at, `unknown ${kind} "${code}"`, fix, 'value', code);
}

function checkOutcome(
  scope: Scope,
  names: Names,
  screen: string,
  at: Path,
  outcome: Outcome,
  event: FlowEvent,
  codes: readonly string[] | undefined,
): void {
  const allowed = event.call === undefined ? windowAnswers(event) : codes;
  for (const [index, code] of codesOf(outcome).entries()) {
    if (!allowed || allowed.includes(code) || isMisimplied(scope, code)) continue;
    const place = Array.isArray(outcome.on) ? [...at, 'on', index] : [...at, 'on'];
    if (event.window !== undefined) scope.unknown('flow', place, `answer of a window's ${event.window}`, code, allowed);
    else if (event.call === undefined) {
      scope.report('flow', place, `outcome "${code}" of an event without a call`, 'write "otherwise", or add "call"');
    } else unanswered(scope, place, event, code, allowed);
  }
  const fields = fieldIds(scope.line.screens[screen]);
  checkCondition(scope, names, 'flow', [...at, 'if'], outcome.if, fields);
  for (const [name, value] of Object.entries(outcome.keeps ?? {})) {
    checkValue(scope, names, 'flow', [...at, 'keeps', name], value);
  }
  const answers = callsOfEvent(scope.line, event).map((call) => responseOf(scope, call));
  const answer =
    answers.includes(undefined) || answers.length === 0 ? undefined : [...new Set(answers.flat() as string[])];
  for (const [property, value] of Object.entries(outcome.where ?? {})) {
    if (answer && codesOf(outcome).includes('ok') && !answer.includes(property)) {
      scope.unknown(
        'flow',
        [...at, 'where', property],
        `property of the answer of ${callsOfEvent(scope.line, event).join(', ')}`,
        property,
        answer,
        'key',
      );
    }
    if (typeof value === 'object') checkEnum(scope, 'flow', [...at, 'where', property], value);
  }
  checkAnswered(scope, at, event, outcome);
  for (const [index, action] of (outcome.do ?? []).entries()) {
    checkAction(scope, names, screen, [...at, 'do', index], action);
  }
  if ('go' in outcome) {
    const { screen: target, state, with: carried } = outcome.go;
    const found = scope.line.screens[target];
    const isEvent = scope.line.flow.screens?.[screen]?.[target] !== undefined;
    if (!found && isEvent) {
      const message = `unknown screen "${target}", which is an event of screen ${screen}`;
      scope.report('flow', [...at, 'go', 'screen'], message, `write "then": "${target}"`, 'value', target);
    } else if (!found) scope.unknown('flow', [...at, 'go', 'screen'], 'screen', target, names.screens);
    else if (state !== undefined) checkState(scope, [...at, 'go', 'state'], target, found, state);
    checkCarried(scope, names, 'flow', [...at, 'go', 'with'], carried);
  }
  const kind = scope.line.screens[screen]?.kind;
  if ('says' in outcome && kind !== undefined && kind !== 'notice') {
    const message = `"says" on screen ${screen}, which is no notice`;
    const own = `says of event ${eventAt(scope.line, screen, String(at[2])).join('.')}`;
    scope.report('flow', [...at, 'says'], message, 'delete it, or say it where "go" leads', 'key', own);
  }
  for (const [index, name] of (outcome.also ?? []).entries()) {
    const events = scope.line.flow.screens?.[screen] ?? {};
    if (!events[name])
      scope.unknown('flow', [...at, 'also', index], `event of screen ${screen}`, name, Object.keys(events));
    else if (!events[name].quiet) checkBeside(scope, screen, name, [...at, 'also', index]);
  }
  if ('then' in outcome) {
    const events = Object.keys(scope.line.flow.screens?.[screen] ?? {});
    if (!events.includes(outcome.then) && names.screens.has(outcome.then)) {
      const message = `unknown event of screen ${screen} "${outcome.then}", which is a screen`;
      scope.report('flow', [...at, 'then'], message, `write "go": "${outcome.then}"`, 'value', outcome.then);
    } else if (!events.includes(outcome.then)) {
      scope.unknown('flow', [...at, 'then'], `event of screen ${screen}`, outcome.then, events);
    }
  }
  const here = scope.line.screens[screen];
  if ('state' in outcome && here) checkState(scope, [...at, 'state'], screen, here, outcome.state);
}

/** An event that is only run beside steps should be quiet; of one that is pressed too, who names it here is wrong. */
function checkBeside(scope: Scope, screen: string, name: string, at: Path): void {
  const { line } = scope;
  const found = line.screens[screen];
  const isThen = Object.values(line.flow.screens?.[screen] ?? {}).some(({ outcomes = [] }) =>
    outcomes.some((outcome) => 'then' in outcome && outcome.then === name),
  );
  const isPressed = found !== undefined && firedBy(line, screen, found).some(({ event }) => event === name);
  const own = eventAt(line, screen, name);
  const message = `event ${own.at(-1)} runs beside the step and is not quiet`;
  if (isThen || isPressed) scope.report('flow', at, message, 'add "quiet": true to the event, or delete it here');
  else scope.report('flow', own, message, 'add "quiet": true', 'key');
}

/** A step may lead into a state of a screen whose states say what is shown; those of a form are what it comes to by itself. */
function checkState(scope: Scope, at: Path, id: string, screen: Screen, state: string): void {
  const states = Object.keys(screen.states ?? {});
  if (!states.includes(state)) scope.unknown('flow', at, `state of screen ${id}`, state, states);
  else if (screen.kind === 'form' || screen.kind === 'choice') {
    const message = `a step into state "${state}" of ${id}, a ${screen.kind}: what was entered and answered leads there, no step`;
    const fix = at.includes('go') ? 'delete "state"' : 'delete it, and "set" the flags it is about';
    scope.report('flow', at, message, fix, 'key');
  }
}

/** Properties of a call's answer; undefined when the call has no shape. */
export function responseOf({ line }: Scope, call: string): string[] | undefined {
  const response = line.api[call]?.response;
  if (response && unknownKeywords(response).length > 0) return undefined;
  const properties = response?.properties;
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : undefined;
}

/** Each event is fired by something: the screen, another event, a timer, an error's link; `load` by itself. */
function checkFired(scope: Scope, names: Names): void {
  const { line } = scope;
  for (const [name, timer] of Object.entries(line.flow.timers ?? {})) {
    if (timer.event === undefined || eventsOf(line).some((event) => event.name === timer.event)) continue;
    const known = new Set(eventsOf(line).map((event) => event.name));
    scope.unknown('flow', ['timers', name, 'event'], 'event', timer.event, known);
  }
  for (const id of Object.keys(line.flow.screens ?? {})) {
    if (!line.screens[id] || !names.screens.has(id)) continue;
    for (const name of unfired(line, id)) {
      if (isOfLacking(line, id, name)) continue;
      const button = buttonsOf(line.screens[id]).find((each) => each.button.id === name && each.button.event !== name);
      if (button?.button.event !== undefined) {
        const message = `button "${name}" runs event "${button.button.event}", and nothing runs "${name}"`;
        scope.report(`screens/${id}`, [...button.at, 'event'], message, `write "${name}"`);
        continue;
      }
      const message = `nothing on screen ${id} fires event "${name}"`;
      scope.lack('flow', ['screens', id, name], message, 'name it in the screen, or delete it', 'key');
    }
  }
}
