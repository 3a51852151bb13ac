/** What goes over the wire and stands in several places alike: numbers in their order, values joined to one, shapes and enumerations. */
import type { Enums } from '../../generated/config.ts';
import { isDictionary } from '../documents.ts';
import { propertiesOf } from '../extras.ts';
import { ENUM, type Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { heightOf } from './blame.ts';
import type { Scope } from './scope.ts';
import { senders } from './senders.ts';

/** Numbers of an enumeration go upward as a file writes them: two neighbours that would, exchanged, were exchanged. */
function checkOrder({ line, lack }: Scope): void {
  const written = (line.documents.enums?.value ?? {}) as Enums;
  for (const [id, values] of Object.entries(written)) {
    const fileOf = (name: string) => line.origin('enums', [id, name])?.file;
    const all = Object.entries(values).filter((each): each is [string, number] => typeof each[1] === 'number');
    const numbers = all.map(([, value]) => value);
    // The last may be one that was free.
    const nth = numbers.findIndex((value, at) => at + 2 < numbers.length && numbers[at + 1] === value - 1);
    if (nth < 0) continue;
    const [[one = '', first = 0] = [], [other = '', second = 0] = []] = [all[nth], all[nth + 1]];
    const mended = numbers.with(nth, second).with(nth + 1, first);
    if (mended.some((value, at) => at > 0 && value <= (mended[at - 1] ?? 0))) continue;
    if (fileOf(one) !== fileOf(other)) continue;
    const message = `${id}.${one} is ${first} and stands before ${other}, which is ${second}: numbers go upward`;
    lack('enums', [id, one], message, 'exchange the two numbers, or the two lines');
  }
}

interface Joined {
  readonly at: Path;
  readonly names: readonly string[];
  readonly sign: string;
}

/** Values that several calls join to one are joined alike: whoever reads them knows them by their order. */
function checkJoined({ line, report }: Scope): void {
  const bySet = new Map<string, Joined[]>();
  for (const [call, { saves = {} }] of Object.entries(line.calls.calls ?? {})) {
    for (const [key, value] of Object.entries(saves)) {
      if (typeof value === 'string') continue;
      const set = `${key} ${[...value.join].sort().join()}`;
      const joined = { at: ['calls', call, 'saves', key], names: value.join, sign: value.with };
      bySet.set(set, [...(bySet.get(set) ?? []), joined]);
    }
  }
  for (const all of bySet.values()) {
    for (const property of ['names', 'sign'] as const) {
      const like = (one: Joined) => all.filter((other) => String(other[property]) === String(one[property]));
      const most = all.reduce((best, each) => (like(each).length > like(best).length ? each : best), all[0] as Joined);
      for (const odd of all) {
        if (String(odd[property]) === String(most[property]) || like(most).length * 2 <= all.length) continue;
        const [step, what] = property === 'names' ? ['join', 'in another order'] : ['with', 'by another sign'];
        const message = `"${String(odd.at.at(-1))}" is joined ${what} than by ${like(most).length} other calls`;
        report('calls', [...odd.at, step], message, `write ${JSON.stringify(most[property])}`);
      }
    }
  }
}

/** A property of a shape with all that is below it. */
interface Property {
  readonly at: Path;
  readonly name: string;
  readonly shape: Readonly<Record<string, unknown>>;
}

function propertiesBelow(shape: unknown, at: Path): readonly Property[] {
  if (!isDictionary(shape)) return [];
  const own = Object.entries(isDictionary(shape.properties) ? shape.properties : {}).flatMap(([name, inner]) => {
    if (!isDictionary(inner)) return [];
    const here = [...at, 'properties', name];
    return [{ at: here, name, shape: inner }, ...propertiesBelow(inner, here)];
  });
  return [...own, ...propertiesBelow(shape.items, [...at, 'items'])];
}

/** The enumeration whose numbers a property lists: the one that its description names, or that it is called after. */
function listedOf({ enums }: ResolvedLine, { name, shape }: Property): string | undefined {
  const [, said] = /^Number of the enumeration `(\w+)`/.exec(String(shape.description ?? '')) ?? [];
  return said ?? (enums[name] === undefined ? undefined : name);
}

/** A value that a shape lists of an enumeration which has it not. */
interface Strange {
  readonly document: string;
  readonly at: Path;
  readonly call: string;
  readonly enumeration: string;
  readonly value: string;
}

/** What the shapes list of enumerations is in them, and the enumeration that a property is called after is the one it takes. */
function checkNumbers(scope: Scope): void {
  const { line, report } = scope;
  const strange = new Map<string, Strange[]>();
  for (const [call, shape] of Object.entries(line.api)) {
    const document = `api/${call}`;
    for (const side of ['request', 'response'] as const) {
      for (const property of propertiesBelow(shape[side], [side])) {
        const { at, name, shape: own } = property;
        const taken = typeof own.$ref === 'string' && own.$ref.startsWith(ENUM) ? own.$ref.slice(ENUM.length) : name;
        if (taken !== name && line.enums[taken] !== undefined && line.enums[name] !== undefined) {
          const message = `"${name}" takes the values of ${taken}, and there is an enumeration of its name`;
          report(document, [...at, '$ref'], message, `write "${ENUM}${name}"`);
        }
        const enumeration = listedOf(line, property);
        const values = Object.values(line.enums[enumeration ?? ''] ?? {});
        if (enumeration === undefined || !Array.isArray(own.enum)) continue;
        if (values.length === 0) {
          scope.unknown(document, [...at, 'description'], 'enumeration', enumeration, Object.keys(line.enums));
          continue;
        }
        for (const [nth, value] of own.enum.entries()) {
          if (values.includes(value)) continue;
          const id = `${enumeration} ${JSON.stringify(value)}`;
          const place = { document, at: [...at, 'enum', nth], call, enumeration, value: JSON.stringify(value) };
          strange.set(id, [...(strange.get(id) ?? []), place]);
        }
      }
    }
  }
  for (const all of strange.values()) {
    const [first] = all;
    if (first === undefined) continue;
    const { enumeration, value } = first;
    const known = Object.values(line.enums[enumeration] ?? {}).join(', ');
    const changed = changedName(line, enumeration, first.call, first.at);
    if (changed !== undefined) {
      const message = `${enumeration}.${changed} is no ${value}, which the shapes list: ${all.map(({ call }) => call).join(', ')}`;
      scope.lack('enums', [enumeration, changed], message, `write ${value}`);
    } else if (all.length === 1) {
      const message = `${value} is no number of the enumeration ${enumeration}`;
      scope.lack(first.document, first.at, message, `write one of: ${known}`);
    } else {
      const message = `${enumeration} has no ${value}, which ${all.length} shapes list: ${all.map(({ call }) => call).join(', ')}`;
      scope.lack('enums', [enumeration], message, `give a name the number ${value}`, 'key');
    }
  }
}

/** Whether numbers leave one out between them. */
const hasGap = (values: readonly unknown[]): boolean => {
  const numbers = values.filter((each) => typeof each === 'number');
  return Math.max(...numbers) - Math.min(...numbers) >= numbers.length;
};

/** The name of an enumeration whose number was changed: the numbers of the one shape that lists them leave none out, as its own do. */
function changedName({ enums, api }: ResolvedLine, enumeration: string, call: string, at: Path): string | undefined {
  const values = Object.entries(enums[enumeration] ?? {});
  const [side, ...steps] = at.slice(0, -1);
  const listed = steps.reduce<unknown>(
    (inner, step) => (isDictionary(inner) ? inner[String(step)] : undefined),
    api[call]?.[side as 'request' | 'response'],
  );
  if (!Array.isArray(listed) || hasGap(listed) || !hasGap(values.map(([, value]) => value))) return undefined;
  const odd = values.filter(([, value]) => !listed.includes(value));
  return odd.length === 1 ? odd[0]?.[0] : undefined;
}

const camel = (id: string): string => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What is sent as a field has it is judged by that field's rule, or by one that is the same. */
function checkRules(scope: Scope): void {
  const { line } = scope;
  const told = new Set<string>();
  for (const { call, body, given, entries } of senders(line)) {
    for (const [property, value] of Object.entries(body)) {
      const { $ref } = (propertiesOf(line.api[call])[property] ?? {}) as { readonly $ref?: unknown };
      const [, ruled] = /^field:(.+)$/.exec(String($ref)) ?? [];
      if (ruled === undefined || !('field' in value) || value.field === ruled || told.has(`${call} ${property}`))
        continue;
      const [own, other] = [line.fields[value.field], line.fields[ruled]];
      if (!own || !other || JSON.stringify([own.rule, own.wire]) === JSON.stringify([other.rule, other.wire])) continue;
      // A form that has both sends the one that the property is called after.
      const hasBoth = [value.field, ruled].every((id) => entries.some(({ entry }) => entry.field === id));
      if (property in given || (hasBoth && camel(ruled) === property)) continue;
      // A layer above that sends another field than the ones below has no say in what they all send.
      if (heightOf(line, line.origin('calls', ['calls', call, 'body', property])) > 0) continue;
      told.add(`${call} ${property}`);
      const message = `"${property}" is sent from field ${value.field}, and judged by the rule of field ${ruled}`;
      scope.lack(`api/${call}`, ['request', 'properties', property, '$ref'], message, `write "field:${value.field}"`);
    }
  }
}

export function checkWire(scope: Scope): void {
  checkOrder(scope);
  checkJoined(scope);
  checkNumbers(scope);
  checkRules(scope);
}
