/** Whether each form has the fields that the calls of its event cannot do without. */

import type { FlowEvent } from '../../engine/whole.ts';
import type { Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { requiredOf } from '../extras.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { earlierScreens, fieldsOf, formsOf, mayHold, type Scope } from './scope.ts';

/** The events that a form's event leads to on its screen. */
export function reachedBy(events: Readonly<Record<string, FlowEvent>>, first: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [first];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const event = events[name];
    if (!event || reached.has(name)) continue;
    reached.add(name);
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
            const needs = `${name} sends call ${call}, which cannot do without "${property}"`;
            const found = entries.find(({ entry }) => entry.field === value.field);
            if (!found) scope.lack(`screens/${id}`, at, `form ${needs}`, `add field "${value.field}" to the form`);
            else if (
              'optional' in found.entry &&
              found.entry.optional &&
              line.fields[value.field]?.rule.type !== 'boolean'
            ) {
              const fix = `delete "optional", or let the shape of ${call} do without "${property}"`;
              scope.report(`screens/${found.on}`, [...found.at, 'optional'], `form ${needs}`, fix, 'key');
            }
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
