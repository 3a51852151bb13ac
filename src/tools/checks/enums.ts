/** Checks enums.json: wire values of one kind, each with one name, and those that the shapes of calls list. */
import type { Enums, Value } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { callsOfEvent } from '../event-calls.ts';
import { propertiesOf } from '../extras.ts';
import { ENUM } from '../load.ts';
import { topmost } from './blame.ts';
import { nearest } from './fault.ts';
import { eventsOf, type Scope } from './scope.ts';

export function checkEnums(scope: Scope): void {
  const told = new Set<string>();
  // As they are written: providers bring numbers of their own.
  const written = (scope.line.documents.enums?.value ?? {}) as Enums;
  for (const [id, values] of Object.entries(written)) {
    const names = Object.entries(values);
    const numbers = names.filter(([, value]) => typeof value === 'number').length;
    for (const [name, value] of names) {
      const first = names.find(([, other]) => other === value)?.[0];
      if (first !== undefined && first !== name) {
        const message = `${id}.${name} is ${JSON.stringify(value)}, as ${id}.${first} is`;
        told.add(`${id}.${name}`);
        scope.report('enums', [id, name], message, 'give each name a value of its own');
      }
      if (typeof value !== 'string' || numbers === 0 || numbers < names.length / 2) continue;
      told.add(`${id}.${name}`);
      scope.report(
        'enums',
        [id, name],
        `${id}.${name} is a string among numbers`,
        `write ${Number(value) || 'a number'}`,
      );
    }
  }
  checkSent(scope, told);
  checkFlags(scope);
}

/** The enumeration by which each call says the language of its page. */
const FLAGS = 'languageFlag';

/** Each language that is offered has a number: a call without one is answered in the language of the tab opened last. */
function checkFlags(scope: Scope): void {
  const { line } = scope;
  const flags = line.enums[FLAGS];
  if (flags === undefined) return;
  for (const [index, language] of (line.line.languages?.offered ?? []).entries()) {
    if (Object.hasOwn(flags, language)) continue;
    const { document, at, part, fix } = topmost(
      line,
      {
        document: 'enums',
        at: [FLAGS],
        part: 'key',
        fix: `add "${language}" with the number that the service has for it`,
      },
      {
        document: 'line',
        at: ['languages', 'offered', index],
        fix: `add "${language}" to "${FLAGS}" of enums.json, with the number that the service has for it`,
      },
    );
    scope.lack(document, at, `language "${language}" is offered, and "${FLAGS}" has no number for it`, fix, part);
  }
}

/** Whether the shape of another call takes the value of an enumeration that this one is sent too. */
function isTakenElsewhere(
  { line }: Scope,
  call: string,
  property: string,
  enumeration: string,
  sent: unknown,
): boolean {
  return Object.entries(line.calls.calls ?? {}).some(([other, { body }]) => {
    const value = body?.[property];
    const shape = propertiesOf(line.api[other])[property];
    const isSame = other !== call && value !== undefined && 'enum' in value && value.enum === enumeration;
    return isSame && isDictionary(shape) && Array.isArray(shape.enum) && shape.enum.includes(sent);
  });
}

/** What a call sends of an enumeration, or as a constant, is among what its shape takes. */
function checkSent(scope: Scope, told: Set<string>): void {
  const { line } = scope;
  const check = (
    call: string,
    property: string,
    value: Value,
    document: string,
    at: readonly (string | number)[],
  ): void => {
    const properties = line.api[call]?.request?.properties;
    const shape = isDictionary(properties) ? properties[property] : undefined;
    if (!isDictionary(shape)) return;
    const ofEnum =
      typeof shape.$ref === 'string' && shape.$ref.startsWith(ENUM)
        ? line.enums[shape.$ref.slice(ENUM.length)]
        : undefined;
    const taken: readonly unknown[] | undefined = ofEnum
      ? Object.values(ofEnum)
      : Array.isArray(shape.enum)
        ? shape.enum
        : undefined;
    if (!taken) return;
    if ('const' in value && !taken.includes(value.const)) {
      const message = `call ${call} takes no ${JSON.stringify(value.const)} as "${property}"`;
      scope.report(document, [...at, 'const'], message, `write one of: ${taken.join(', ')}, or name it by "enum"`);
    }
    if (!('enum' in value) || ofEnum) return;
    for (const [name, sent] of Object.entries(line.enums[value.enum] ?? {})) {
      const id = `${value.enum}.${name}`;
      if (('is' in value && value.is !== undefined && value.is !== name) || taken.includes(sent) || told.has(id))
        continue;
      told.add(id);
      if (isTakenElsewhere(scope, call, property, value.enum, sent)) {
        const lost = `call ${call} does not take ${JSON.stringify(sent)} as "${property}", which is ${id} and other calls take`;
        const values = Object.values(line.enums[value.enum] ?? {});
        const odd = taken.findIndex(
          (each) => !values.includes(each as never) && nearest(String(sent), [String(each)]) !== undefined,
        );
        const at = ['request', 'properties', property, 'enum', ...(odd < 0 ? [] : [odd])];
        const fix = `${odd < 0 ? 'add' : 'write'} ${JSON.stringify(sent)}`;
        scope.report(`api/${call}`, at, lost, fix, 'value', `api ${call} ${id}`);
        continue;
      }
      const message = `${id} is ${JSON.stringify(sent)}, which call ${call} does not take as "${property}"`;
      scope.report(
        'enums',
        [value.enum, name],
        message,
        `write one of: ${taken.join(', ')}, or add it to schemas/api/${call}.json`,
      );
    }
  };
  for (const [call, { body = {} }] of Object.entries(line.calls.calls ?? {})) {
    for (const [property, value] of Object.entries(body))
      check(call, property, value, 'calls', ['calls', call, 'body', property]);
  }
  for (const { screen, name, event } of eventsOf(line)) {
    for (const call of callsOfEvent(line, event)) {
      for (const [property, value] of Object.entries(event.with ?? {}))
        check(call, property, value, 'flow', ['screens', screen, name, 'with', property]);
    }
  }
}
