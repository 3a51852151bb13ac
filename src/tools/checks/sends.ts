/** Whether each form has the fields that the calls of its event cannot do without. */

import type { FlowEvent } from '../../engine/whole.ts';
import type { Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { requiredOf } from '../extras.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { layerOf, type Saying, topmost } from './blame.ts';
import { mayHold } from './conditions.ts';
import { earlierScreens, fieldsOf, formsOf, type Scope } from './scope.ts';

/**
 * The events that a form's event leads to on its screen.
 * @param ends whether what an event leads to is left out
 */
export function reachedBy(
  events: Readonly<Record<string, FlowEvent>>,
  first: string,
  ends: (event: FlowEvent) => boolean = () => false,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const event = events[name];
    if (!event || reached.has(name)) continue;
    reached.add(name);
    if (ends(event)) continue;
    for (const outcome of event.outcomes ?? []) {
      open.push(...(outcome.also ?? []));
      if ('then' in outcome) open.push(outcome.then);
    }
  }
  return reached;
}

/** The fields that this line shows on the pages before a page of a form, each with its place. */
export const earlierFields = (line: ResolvedLine, id: string) =>
  earlierScreens(line, id).flatMap((on) =>
    (line.screens[on] ? formsOf(line.screens[on]) : []).flatMap(([name, form]) =>
      !mayHold(form.when, line)
        ? []
        : fieldsOf(form).map((entry, index) => ({ entry, at: ['forms', name, 'fields', index] as Path, on })),
    ),
  );

/** A form, and the property of a call that it cannot give. */
interface Sending {
  readonly screen: string;
  readonly form: string;
  readonly event: string;
  readonly call: string;
  readonly property: string;
  readonly field: string;
}

/** All that together makes a form send a call that it cannot: the layer that spoke last is told. */
function tell(scope: Scope, sending: Sending, own: Saying, inShape: (layer: string) => string): void {
  const { line } = scope;
  const { screen, form, event, call, property, field } = sending;
  const required = {
    document: `api/${call}`,
    at: ['request', 'required', requiredOf(line.api[call]).indexOf(property)],
  };
  const other = `or add field "${field}" to form ${form} of screen ${screen}`;
  const { document, at, part, fix } = topmost(
    line,
    own,
    {
      document: `screens/${screen}`,
      at: ['forms', form, 'event'],
      fix: `name an event that the form can send, ${other}`,
    },
    { document: 'flow', at: ['screens', screen, event, 'call'], fix: `make a call that the form can send, ${other}` },
    { ...required, fix: inShape(layerOf(line, required)) },
  );
  const where = document.startsWith('screens/') ? '' : ` of screen ${screen}`;
  const message = `form ${form}${where} sends call ${call}, which cannot do without "${property}"`;
  // A field may be there by a wrong name, and of a shape that is not whole that goes first.
  const follows = document.startsWith('api/') || (document === own.document && at === own.at && part !== 'key');
  if (follows) scope.lack(document, at, message, fix, part);
  else scope.report(document, at, message, fix, part);
}

function tellLacking(scope: Scope, sending: Sending, at: Path): void {
  const { screen, form, field } = sending;
  const own = { document: `screens/${screen}`, at, fix: `add field "${field}" to the form` };
  const patch = `{ "forms": { "${form}": { "fields": { "add": ["${field}"] } } } }`;
  tell(scope, sending, own, (layer) => `let the form send it: ${patch} in lines/${layer}/screens/${screen}.json`);
}

function tellOptional(scope: Scope, sending: Sending, found: { readonly at: Path; readonly on: string }): void {
  const { call, property, field } = sending;
  const at = [...found.at, 'optional'];
  const fix = `delete "optional", or let the shape of ${call} do without "${property}"`;
  const own: Saying = { document: `screens/${found.on}`, at, part: 'key', fix };
  const change = `{ "change": { "${field}": { "optional": null } } }`;
  const patch = `{ "forms": { "${String(found.at[1])}": { "fields": ${change} } } }`;
  tell(scope, sending, own, (layer) => `let the form demand it: ${patch} in lines/${layer}/screens/${found.on}.json`);
}

export function checkSends(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    const events = line.flow.screens?.[id] ?? {};
    for (const [name, form] of formsOf(screen)) {
      if (!mayHold(form.when, line)) continue;
      const entries = [
        ...fieldsOf(form).map((entry, index) => ({ entry, at: ['forms', name, 'fields', index] as Path, on: id })),
        ...earlierFields(line, id),
      ];
      for (const event of reachedBy(events, form.event)) {
        for (const call of callsOfEvent(line, events[event] ?? {})) {
          const body: Record<string, Value> = { ...line.calls.calls?.[call]?.body, ...events[event]?.with };
          for (const property of requiredOf(line.api[call])) {
            const value = body[property];
            const at: Path = ['forms', name, 'fields'];
            if (!value || !('field' in value) || !line.fields[value.field]) continue;
            const found = entries.find(({ entry }) => entry.field === value.field);
            const form: Sending = { screen: id, form: name, event, call, property, field: value.field };
            if (!found) tellLacking(scope, form, at);
            else if (
              'optional' in found.entry &&
              found.entry.optional &&
              line.fields[value.field]?.rule.type !== 'boolean'
            )
              tellOptional(scope, form, found);
          }
        }
      }
    }
  }
}

/** Events that some form of a screen leads to: what they lack is told of the form. */
export const eventsOfForms = (line: ResolvedLine, screen: string): ReadonlySet<string> => {
  const found = line.screens[screen];
  const events = line.flow.screens?.[screen] ?? {};
  const forms = found ? formsOf(found) : [];
  return new Set(forms.flatMap(([, form]) => [...reachedBy(events, form.event)]));
};
