/** Whether each form has the fields that the calls of its event cannot do without. */
import type { FlowEvent, Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { requiredOf } from '../extras.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { fieldsOf, formsOf, mayHold, type Scope } from './scope.ts';

/** The events that a form's event leads to on its screen. */
function reachedBy(events: Readonly<Record<string, FlowEvent>>, first: string): ReadonlySet<string> {
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

export function checkSends(scope: Scope): void {
  const { line } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    const events = line.flow.screens?.[id] ?? {};
    for (const [name, form] of formsOf(screen)) {
      if (!mayHold(form.when, line)) continue;
      const entries = fieldsOf(form);
      for (const event of reachedBy(events, form.event)) {
        for (const call of callsOfEvent(line, events[event] ?? {})) {
          const body: Record<string, Value> = { ...line.calls.calls?.[call]?.body, ...events[event]?.with };
          for (const property of requiredOf(line.api[call])) {
            const value = body[property];
            const at: Path = ['forms', name, 'fields'];
            if (!value || !('field' in value) || !line.fields[value.field]) continue;
            const needs = `${name} sends call ${call}, which cannot do without "${property}"`;
            const index = entries.findIndex((entry) => entry.field === value.field);
            const entry = entries[index];
            if (!entry) scope.lack(`screens/${id}`, at, `form ${needs}`, `add field "${value.field}" to the form`);
            else if ('optional' in entry && entry.optional && line.fields[value.field]?.rule.type !== 'boolean') {
              const fix = `delete "optional", or let the shape of ${call} do without "${property}"`;
              scope.report(`screens/${id}`, [...at, index, 'optional'], `form ${needs}`, fix, 'key');
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
