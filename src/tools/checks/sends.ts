/** Whether each form has the fields that the calls of its event cannot do without. */

import type { Screen } from '../../generated/config.ts';
import { propertiesOf, requiredOf } from '../extras.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { heightOf, layerOf, type Saying, topmost } from './blame.ts';
import { codesOf } from './outcomes.ts';
import { earlierScreens, fieldIds, fieldsOf, formsOf, type Scope } from './scope.ts';
import { fieldsIn, has, reachedBy, type Sender, senders } from './senders.ts';

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

/** The form screen that leads to one which goes on from none, and has the field. */
function leading({ flow, screens }: ResolvedLine, id: string, field: string): string | undefined {
  const screen = screens[id];
  if (screen?.kind !== 'form' || screen.follows !== undefined) return undefined;
  return Object.keys(screens).find((other) => {
    const fired = formsOf(screens[other] as Screen).map(([, form]) => flow.screens?.[other]?.[form.event]);
    // Whatever it comes to, it leads there.
    const leads = fired.some((event) => {
      const good = (event?.outcomes ?? []).filter((outcome) => codesOf(outcome).includes('ok'));
      return good.length > 0 && good.every((outcome) => 'go' in outcome && outcome.go.screen === id);
    });
    return other !== id && leads && fieldIds(screens[other]).has(field);
  });
}

/** The one field of a form that nothing takes and that is of the kind of the one that its call is to be sent. */
function unsentBeside(line: ResolvedLine, { screen, form, field }: Sending): string | undefined {
  const own = senders(line).filter((each) => each.screen === screen && each.form === form);
  const events = Object.values(line.flow.screens?.[screen] ?? {});
  const taken = own.flatMap(({ body }) => fieldsIn(body));
  const kept = events.flatMap(({ outcomes }) => outcomes.flatMap(({ keeps = {} }) => fieldsIn(keeps)));
  const brought = events.flatMap(({ outcomes }) =>
    outcomes.flatMap((outcome) => ('go' in outcome ? (outcome.go.with ?? []) : [])),
  );
  const kindOf = (id: string): string => {
    const { widget, rule } = line.fields[id] ?? {};
    return JSON.stringify([widget, rule]);
  };
  const found = (own[0]?.entries ?? []).flatMap(({ entry, on }) =>
    on === screen &&
    ![...taken, ...kept, ...brought].includes(entry.field) &&
    line.fields[entry.field]?.sameAs === undefined &&
    kindOf(entry.field) === kindOf(field)
      ? entry.field
      : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Where a form shows a field. */
function placeOf({ screens }: ResolvedLine, screen: string, form: string, field: string): readonly [string, Path] {
  const shown = screens[screen] ? formsOf(screens[screen]).find(([name]) => name === form)?.[1] : undefined;
  const nth = shown ? fieldsOf(shown).findIndex((entry) => entry.field === field) : -1;
  return [`screens/${screen}`, ['forms', form, 'fields', ...(nth < 0 ? [] : [nth])]];
}

/** The step lost what it sends in place of what its call takes elsewhere. */
function tellUnsent(scope: Scope, { screen, form, event, call, property, field }: Sending, unsent: string): void {
  const message = `call ${call} takes "${property}" from field "${field}", and the form has field "${unsent}", which nothing sends`;
  const [step, place] = [['screens', screen, event, 'call'], placeOf(scope.line, screen, form, unsent)];
  // What the form's layer says was said upon the call's.
  if (heightOf(scope.line, scope.line.origin(...place)) > heightOf(scope.line, scope.line.origin('flow', step))) {
    scope.lack(...place, message, `write "${field}"`);
    return;
  }
  const binding = `"${property}": { "field": "${unsent}" }`;
  const has = Object.keys(scope.line.flow.screens?.[screen]?.[event]?.with ?? {}).length > 0;
  const fix = has ? `add ${binding} to "body"` : `add "body": { ${binding} }`;
  scope.lack('flow', ['screens', screen, event, has ? 'with' : 'call'], message, fix, 'key');
}

function tellLacking(scope: Scope, sending: Sending, at: Path): void {
  const { screen, form, field } = sending;
  const before = leading(scope.line, screen, field);
  if (before !== undefined) {
    const message = `screen ${screen} sends "${field}" of screen ${before}, which leads to it, and does not go on from it`;
    scope.report(`screens/${screen}`, [], message, `add "follows": "${before}"`, 'value', `follows ${screen}`);
    return;
  }
  const unsent = unsentBeside(scope.line, sending);
  if (unsent !== undefined) {
    tellUnsent(scope, sending, unsent);
    return;
  }
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

/** The field that a property is meant to be from: the one whose rule it has, else the only one that nothing of these forms takes. */
function meant(line: ResolvedLine, call: string, property: string, from: string, sending: readonly Sender[]) {
  const { $ref } = (propertiesOf(line.api[call])[property] ?? {}) as { readonly $ref?: unknown };
  const ruled = typeof $ref === 'string' ? /^field:(.+)$/.exec($ref)?.[1] : undefined;
  if (ruled === from) return undefined;
  if (ruled !== undefined && sending.every((each) => has(each, ruled))) return ruled;
  if (!requiredOf(line.api[call]).includes(property)) return undefined;
  const forms = senders(line).filter(({ screen, form }) =>
    sending.some((each) => each.screen === screen && each.form === form),
  );
  const taken = forms.flatMap(({ call: other, body }) =>
    other === call ? fieldsIn({ ...body, [property]: { const: '' } }) : fieldsIn(body),
  );
  if (taken.includes(from)) return undefined;
  const left = (sending[0]?.entries ?? [])
    .map(({ entry }) => entry.field)
    .filter((field) => !taken.includes(field) && line.fields[field] && line.fields[field].sameAs === undefined)
    .filter((field) => sending.every((each) => has(each, field)));
  return left.length === 1 ? left[0] : undefined;
}

/** Property of a call's body → the field that it is to be from, where no form that sends it has the one that it is from. */
const misplaced = once((line: ResolvedLine): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const byCall = new Map<string, Sender[]>();
  for (const each of senders(line)) byCall.set(each.call, [...(byCall.get(each.call) ?? []), each]);
  for (const [call, all] of byCall) {
    for (const [property, value] of Object.entries(line.calls.calls?.[call]?.body ?? {})) {
      if (!('field' in value) || !line.fields[value.field]) continue;
      const sending = all.filter((each) => !(property in each.given));
      if (sending.length === 0 || sending.some((each) => has(each, value.field))) continue;
      const field = meant(line, call, property, value.field, sending);
      if (field !== undefined) found.set(`${call} ${property}`, field);
    }
  }
  return found;
});

/** What the forms of a line must be able to send: from a field that is there, or is not. */
export const sendingsOf = once((line: ResolvedLine) =>
  senders(line).flatMap((sender) =>
    requiredOf(line.api[sender.call]).flatMap((property) => {
      const value = sender.body[property];
      if (!value || !('field' in value) || !line.fields[value.field]) return [];
      if (!(property in sender.given) && misplaced(line).has(`${sender.call} ${property}`)) return [];
      const found = sender.entries.find(({ entry }) => entry.field === value.field);
      const { screen, form, isShown, event, call } = sender;
      return { sending: { screen, form, event, call, property, field: value.field }, isShown, found };
    }),
  ),
);

/** Whether a form of a screen lacks a field that its calls cannot do without: what follows from that is not told. */
export const isLacking = (line: ResolvedLine, screen: string, field: string): boolean =>
  sendingsOf(line).some(({ sending, found }) => !found && sending.screen === screen && sending.field === field);

/**
 * The form of a screen that a field is left out of which its events name: its calls take it, or it repeats another one
 * there. Of several it is the one with the field that a code goes to, or that is called after it.
 */
export function formWithout(line: ResolvedLine, screen: string, field: string): string | undefined {
  const { sameAs, send } = line.fields[field] ?? {};
  const without = senders(line).filter((each) => each.screen === screen && !has(each, field));
  const taking = without.filter((each) =>
    sameAs === undefined ? fieldsIn(each.body).includes(field) : has(each, sameAs),
  );
  const forms = [...new Set(taking.map(({ form }) => form))];
  if (forms.length < 2) return forms[0];
  const beside = taking.filter((each) => has(each, send?.to));
  const ofCode = new Set(beside.map(({ form }) => form));
  return ofCode.size === 1 ? beside[0]?.form : forms.find((form) => form.includes(field));
}

/** Whether a field fires an event of a screen that lacks it. */
export const isOfLacking = (line: ResolvedLine, screen: string, event: string): boolean =>
  Object.entries(line.fields).some(
    ([field, { send }]) =>
      (send?.event === event || send?.voiceEvent === event) &&
      (isLacking(line, screen, field) || formWithout(line, screen, field) !== undefined),
  );

/** A value as the data writes it. */
export const written = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([name, each]) => `"${name}": ${JSON.stringify(each)}`)
    .join(', ')} }`;

/** @param misfired forms that fire another event than they are to, as `screen form` */
export function checkSends(scope: Scope, misfired: ReadonlySet<string>): void {
  const { line } = scope;
  for (const [name, field] of misplaced(line)) {
    const [call = '', property = ''] = name.split(' ');
    const value = line.calls.calls?.[call]?.body?.[property];
    if (value === undefined || !('field' in value)) continue;
    const message = `call ${call} takes "${property}" from field "${value.field}", which no form that sends it has`;
    const isShort = field === property && Object.keys(value).length === 1;
    const fix = `write ${isShort ? '"field"' : written({ ...value, field })}`;
    scope.report('calls', ['calls', call, 'body', property], message, fix);
  }
  const lacking = new Set<string>();
  for (const { sending, isShown, found } of sendingsOf(line)) {
    const { screen, form, field } = sending;
    if (!isShown || misfired.has(`${screen} ${form}`)) continue;
    const isOptional = found !== undefined && 'optional' in found.entry && found.entry.optional === true;
    if (isOptional && line.fields[field]?.rule.type !== 'boolean') tellOptional(scope, sending, found);
    if (found) continue;
    // What several calls take is one field, and lacks on the page before, where that should have it.
    const isTold =
      lacking.has(`${screen} ${form} ${field}`) ||
      earlierScreens(line, screen).some((on) => isLacking(line, on, field));
    if (isTold) continue;
    lacking.add(`${screen} ${form} ${field}`);
    tellLacking(scope, sending, ['forms', form, 'fields']);
  }
}

/** Events that some form of a screen leads to: what they lack is told of the form. */
export const eventsOfForms = (line: ResolvedLine, screen: string): ReadonlySet<string> => {
  const found = line.screens[screen];
  const events = line.flow.screens?.[screen] ?? {};
  const forms = found ? formsOf(found) : [];
  return new Set(forms.flatMap(([, form]) => [...reachedBy(events, form.event)]));
};
