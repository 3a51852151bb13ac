/** Forms that fire another event of their screen than they are for. */
import type { ScreenForm, Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { requiredOf } from '../extras.ts';
import type { ResolvedLine } from '../resolve.ts';
import { unfired } from './fired.ts';
import { fieldsOf, formsOf, type Scope } from './scope.ts';
import { earlierFields, fieldsIn } from './senders.ts';
import { isOfLacking, sendingsOf } from './sends.ts';

/** The one event of a screen that nothing fires and whose calls a form can send: what the form is to fire. */
function meantEvent(line: ResolvedLine, id: string, form: ScreenForm): string | undefined {
  const fields = [...fieldsOf(form), ...earlierFields(line, id).map(({ entry }) => entry)].map(({ field }) => field);
  const found = unfired(line, id).filter((name) => {
    // What a field fires that is missing is told of the field.
    if (isOfLacking(line, id, name)) return false;
    const event = line.flow.screens?.[id]?.[name];
    const calls = event === undefined ? [] : callsOfEvent(line, event);
    return (
      calls.length > 0 &&
      calls.every((call) => {
        const body: Readonly<Record<string, Value>> = { ...line.calls.calls?.[call]?.body, ...event?.with };
        const taken = fieldsIn(Object.fromEntries(requiredOf(line.api[call]).map((each) => [each, body[each]])));
        return taken.length > 0 && taken.every((field) => fields.includes(field));
      })
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Reports forms that lack fields of their event's call, and have those of an event that nothing fires.
 * @returns them, as `screen form`
 */
export function checkMisfired(scope: Scope): ReadonlySet<string> {
  const { line } = scope;
  const told = new Set<string>();
  for (const { sending, isShown, found } of sendingsOf(line)) {
    const { screen: id, form: name, call } = sending;
    const screen = line.screens[id];
    const form = screen && formsOf(screen).find(([each]) => each === name)?.[1];
    if (!isShown || found || form === undefined || sending.event !== form.event || told.has(`${id} ${name}`)) continue;
    const meant = meantEvent(line, id, form);
    if (meant === undefined) continue;
    told.add(`${id} ${name}`);
    const message = `form ${name} fires ${form.event}, which sends call ${call} without what it needs, and nothing fires ${meant}`;
    scope.report(`screens/${id}`, ['forms', name, 'event'], message, `write "${meant}"`);
  }
  return told;
}
