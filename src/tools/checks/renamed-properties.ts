/** Properties of shapes that were renamed where they are declared, while calls, lists and the shape itself go on naming them. */
import { isDictionary } from '../documents.ts';
import { callsOfEvent } from '../event-calls.ts';
import type { Path } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { keepersOf } from './domains.ts';
import { type Fault, nearest } from './fault.ts';
import { eventsOf } from './scope.ts';

/** An object of a shape. */
interface Declaring {
  readonly at: Path;
  readonly properties: readonly string[];
  readonly required: readonly unknown[];
}

function objectsOf(shape: unknown, at: Path): readonly Declaring[] {
  if (!isDictionary(shape)) return [];
  const inner = Object.entries(shape).flatMap(([step, each]) => objectsOf(each, [...at, step]));
  const { properties, required } = shape;
  if (!isDictionary(properties)) return inner;
  return [{ at, properties: Object.keys(properties), required: Array.isArray(required) ? required : [] }, ...inner];
}

/** Names of the properties of each call's shapes. */
const declaredBy = once(
  (line: ResolvedLine): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      Object.entries(line.api).map(([call, { request, response }]) => {
        const objects = [...objectsOf(request, []), ...objectsOf(response, [])];
        return [call, new Set(objects.flatMap(({ properties }) => properties))];
      }),
    ),
);

/** Properties that the data names of a call, of either side. */
function namedOf(line: ResolvedLine, call: string): ReadonlySet<string> {
  const { body = {}, keeps = {}, saves = {} } = line.calls.calls?.[call] ?? {};
  const events = eventsOf(line).flatMap(({ event }) => (callsOfEvent(line, event).includes(call) ? event : []));
  const asked = events.flatMap(({ with: given = {}, outcomes = [] }) => [
    ...Object.keys(given),
    ...outcomes.flatMap(({ where = {} }) => Object.keys(where)),
  ]);
  const saved = Object.values(saves).flatMap((from) => (typeof from === 'string' ? from : from.join));
  return new Set([
    ...Object.keys(body),
    ...Object.values(keeps),
    ...saved,
    ...asked,
    ...(line.api[call]?.proofs ?? []),
  ]);
}

/** Calls of whose shapes a fault says that they have no such property. */
function callsOf(line: ResolvedLine, { file, message }: Fault): readonly string[] {
  const [, of = '', calls = ''] =
    /^unknown (?:(request property|property of the answer|property of a row) of (.+)|property) "/.exec(message) ?? [];
  if (of === 'property of a row') return keepersOf(line, calls).map(({ call }) => call);
  if (of !== '') return calls.split(', ');
  const [, own] = /^unknown property "/.test(message) ? (/\/api\/(.+)\.json$/.exec(file) ?? []) : [];
  return own === undefined ? [] : [own];
}

/**
 * What is told in place of faults about a property that a shape does not declare: one of it that nothing names stands
 * for it.
 * @param faults all that know no property of a name
 */
export function renamedProperty(
  name: string,
  faults: readonly Fault[],
  lines: readonly ResolvedLine[],
): Fault | undefined {
  for (const line of lines) {
    for (const call of new Set(faults.flatMap((fault) => callsOf(line, fault)))) {
      if (!faults.every((fault) => callsOf(line, fault).includes(call))) continue;
      const places = [...new Set(faults.map(({ file, line: row }) => `${file}:${row}`))];
      const elsewhere = [...declaredBy(line)].filter(([other]) => other !== call);
      const isShared = elsewhere.some(([, names]) => names.has(name));
      const named = namedOf(line, call);
      const objects = objectsOf(line.api[call], []).filter(({ properties }) => !properties.includes(name));
      const asking = objects.filter(({ required }) => required.includes(name));
      for (const { at, properties, required } of asking.length > 0 ? asking : objects) {
        const left = properties.filter((each) => !required.includes(each) && !named.has(each));
        const alone = left.filter((each) => elsewhere.every(([, names]) => !names.has(each)));
        // One place against one is a slip there, unless other shapes say what it says.
        const close = places.length > 1 ? nearest(name, left) : undefined;
        const found = close ?? (alone.length === 1 && (places.length > 1 || isShared) ? alone[0] : undefined);
        const place = found === undefined ? undefined : line.origin(`api/${call}`, [...at, 'properties', found], 'key');
        if (place === undefined) continue;
        const more = places.length > 2 ? ` and ${places.length - 2} more` : '';
        const where = `${places.slice(0, 2).join(' and ')}${more}`;
        const message = `nothing names property "${found}" of ${call}, and "${name}", which ${where} ${places.length > 1 ? 'name' : 'names'}, is none`;
        return { ...place, message, fix: `write "${name}", or "${found}" wherever it is named` };
      }
    }
  }
  return undefined;
}
