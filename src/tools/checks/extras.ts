/** Checks a line's own shapes of calls: they add properties and demand more; what the server reads stays as it is. */
import { callsOfEvent } from '../event-calls.ts';
import { extrasOf, propertiesOf, requiredOf, sharedShape } from '../extras.ts';
import type { Path } from '../load.ts';
import { eventsOf, fieldIds, type Scope } from './scope.ts';

/** What of a shape a line has no say in. */
const SHARED = ['summary', 'source', 'proofs', 'extras', 'response'] as const;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export function checkExtras(scope: Scope): void {
  for (const id of Object.keys(scope.line.api)) {
    if ((scope.line.documents[`api/${id}`]?.files.length ?? 0) > 1) checkOwnShape(scope, id);
  }
}

function checkOwnShape(scope: Scope, id: string): void {
  const { line } = scope;
  const document = `api/${id}`;
  const [shared, own] = [sharedShape(line, id), line.api[id]];
  if (!shared || !own) return;
  const elsewhere = (at: Path, what: string): void =>
    scope.report(document, at, `a line's own shape changes ${what}`, 'delete it here', 'key');
  for (const part of SHARED) if (!isSame(own[part], shared[part])) elsewhere([part], `"${part}"`);
  for (const keyword of new Set([...Object.keys(own.request), ...Object.keys(shared.request)])) {
    const said = own.request[keyword];
    if (['properties', 'required'].includes(keyword) || isSame(said, shared.request[keyword])) continue;
    // Told of any shape.
    if (keyword === 'additionalProperties' && (said === undefined || said === true)) continue;
    elsewhere(['request', keyword], `"${keyword}" of the request`);
  }
  const properties = propertiesOf(own);
  for (const [property, rule] of Object.entries(propertiesOf(shared))) {
    if (isSame(properties[property], rule)) continue;
    const message = `a line's own shape changes the property "${property}", which the server reads`;
    const fix = 'delete it here; change the rule of a field in a file of the folder "fields"';
    scope.report(document, ['request', 'properties', property], message, fix, 'key');
  }
  const required = requiredOf(own);
  const missing = requiredOf(shared).filter((property) => !required.includes(property));
  if (missing.length > 0) {
    const names = missing.map((property) => `"${property}"`).join(', ');
    const message = `${id} cannot do without ${names}, and the list of a line replaces the one below`;
    scope.report(document, ['request', 'required'], message, `add ${names}`);
  }
  for (const [property, field] of Object.entries(extrasOf(line, id))) {
    checkExtra(scope, id, property, field, shared.extras === 'kept');
  }
}

function checkExtra(scope: Scope, id: string, property: string, field: string | undefined, kept: boolean): void {
  const { line } = scope;
  const at: Path = ['request', 'properties', property];
  const report = (message: string, fix: string): void => scope.report(`api/${id}`, at, message, fix, 'key');
  if (!kept) {
    const keeping = Object.entries(line.api).flatMap(([call, { extras }]) => (extras === 'kept' ? call : []));
    report(`${id} keeps nothing that a line adds`, `delete it, or add it to one of: ${keeping.join(', ')}`);
    return;
  }
  if (field === undefined) {
    report(`"${property}" has no field's rule`, 'write { "$ref": "field:<id>" }');
    return;
  }
  const known = line.fields[field];
  if (!known) return;
  if (known.secret || known.wire) {
    report(`"${property}" is the secret of field "${field}", and would be kept readable`, 'delete it');
    return;
  }
  const events = eventsOf(line).filter(({ event }) => callsOfEvent(line, event).includes(id));
  const given = events.map(({ screen, event }) => ({
    screen,
    value: event.with?.[property] ?? line.calls.calls?.[id]?.body?.[property],
  }));
  if (given.every(({ value }) => value === undefined)) {
    const message = `nothing gives "${property}" to ${id}`;
    scope.lack(`api/${id}`, at, message, `add it to "body" of ${id} in calls.json`, 'key');
    return;
  }
  const isShown = given.some(
    ({ screen, value }) =>
      value !== undefined && (!('field' in value) || fieldIds(line.screens[screen]).has(value.field)),
  );
  if (isShown) return;
  const screens = [...new Set(given.map(({ screen }) => screen))].join(', ');
  const message = `no form that sends ${id} shows the field of "${property}"`;
  scope.lack(`api/${id}`, at, message, `add field "${field}" to a form of: ${screens}`, 'key');
}
