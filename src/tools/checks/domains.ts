/** What the things that conditions test can be: flow values, fields, answers' properties, stored keys, facts of the line. */
import type { Field, Line, Test, Value } from '../../generated/config.ts';
import { callsOfEvent } from '../event-calls.ts';
import { isDictionary } from '../list-patch.ts';
import { ENUM, PROVIDERS } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { BROUGHT, eventsOf, linksOf } from './scope.ts';

/** One thing that a value can be: just this, or anything of a type. */
type Kind = { readonly is: unknown } | { readonly type: 'string' | 'number' | 'boolean' | 'other' };

/** All that a value can be, nothing where nothing gives it; undefined where that is not known for sure. */
export type Domain = readonly Kind[] | undefined;

const TEXT: Domain = [{ type: 'string' }];
const FIELD = 'field:';

const just = (values: readonly unknown[]): Domain => values.map((is) => ({ is }));
const any = (domains: readonly Domain[]): Domain =>
  domains.includes(undefined) ? undefined : domains.flatMap((each) => each ?? []);

const TYPES: Readonly<Record<string, Domain>> = {
  string: TEXT,
  integer: [{ type: 'number' }],
  number: [{ type: 'number' }],
  boolean: just([true, false]),
  object: [{ type: 'other' }],
};

/** What a shape takes. A list passes a test by what it holds. */
function ofShape(line: ResolvedLine, shape: unknown): Domain {
  if (!isDictionary(shape)) return undefined;
  const { $ref, type } = shape;
  if ($ref === PROVIDERS) return just(Object.keys(line.providers));
  if (typeof $ref === 'string' && $ref.startsWith(ENUM))
    return just(Object.values(line.enums[$ref.slice(ENUM.length)] ?? {}));
  if (typeof $ref === 'string' && $ref.startsWith(FIELD)) {
    const field = line.fields[$ref.slice(FIELD.length)];
    return field === undefined || field.wire ? undefined : ofShape(line, field.rule);
  }
  if (shape.const !== undefined) return just([shape.const]);
  if (Array.isArray(shape.enum)) return just(shape.enum);
  if (type === 'array') return ofShape(line, shape.items);
  return typeof type === 'string' ? TYPES[type] : undefined;
}

/** What a field holds: of options their names. */
function ofField(line: ResolvedLine, field: Field | undefined): Domain {
  if (field === undefined) return undefined;
  const { options, rule } = field;
  if (options === undefined) return ofShape(line, rule);
  const names = Object.keys(line.enums[options.enum] ?? {});
  return names.length === 0 ? undefined : just(names);
}

const propertiesOf = (line: ResolvedLine, call: string): Readonly<Record<string, unknown>> | undefined => {
  const properties = line.api[call]?.response?.properties;
  return isDictionary(properties) ? properties : undefined;
};

/** A call that keeps a property of its answer as a flow value. */
interface Keeper {
  readonly call: string;
  readonly property: string;
}

const keepers = once((line: ResolvedLine): ReadonlyMap<string, readonly Keeper[]> => {
  const found = new Map<string, Keeper[]>();
  for (const [call, { keeps = {} }] of Object.entries(line.calls.calls ?? {}))
    for (const [name, property] of Object.entries(keeps))
      found.set(name, [...(found.get(name) ?? []), { call, property }]);
  return found;
});

/** The calls that keep something as a flow value. */
export const keepersOf = (line: ResolvedLine, flow: string): readonly Keeper[] => keepers(line).get(flow) ?? [];

/** Shapes of the property of what calls answer that becomes a flow value. */
const keptShapes = (line: ResolvedLine, flow: string): readonly unknown[] =>
  keepersOf(line, flow).map(({ call, property }) => propertiesOf(line, call)?.[property]);

/** Values that outcomes keep under each name. */
const keptByOutcomes = once((line: ResolvedLine): ReadonlyMap<string, readonly Value[]> => {
  const found = new Map<string, Value[]>();
  for (const { event } of eventsOf(line))
    for (const { keeps = {} } of event.outcomes ?? [])
      for (const [name, value] of Object.entries(keeps)) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
});

/** Names by which steps and links bring what was typed or what a failure says. */
const carriedNames = once((line: ResolvedLine): ReadonlySet<string> => {
  const links = [
    ...Object.entries(line.screens).flatMap(([id, screen]) => linksOf(id, screen).map(({ link }) => link)),
    ...Object.values(line.errors.codes ?? {}).flatMap(({ links: ofError = [] }) => ofError),
  ];
  const steps = eventsOf(line).flatMap(({ event }) =>
    (event.outcomes ?? []).flatMap((outcome) => ('go' in outcome ? (outcome.go.with ?? []) : [])),
  );
  return new Set([...links.flatMap((link) => link.with ?? []), ...steps]);
});

/** What failures say besides their code. */
const saidByFailures = once(
  (line: ResolvedLine): ReadonlySet<string> =>
    new Set(Object.values(line.errors.codes ?? {}).flatMap(({ params = {} }) => Object.keys(params))),
);

function ofValue(line: ResolvedLine, value: Value, seen: readonly string[]): Domain {
  if ('const' in value) return just([value.const]);
  if ('enum' in value) {
    const values = line.enums[value.enum] ?? {};
    return 'is' in value ? just([values[value.is]]) : just(Object.values(values));
  }
  if ('field' in value) return value.through === undefined ? ofField(line, line.fields[value.field]) : TEXT;
  if ('stored' in value || 'query' in value || 'join' in value) return TEXT;
  if (!('flow' in value)) return undefined;
  const kept = ofFlow(line, value.flow, seen);
  return value.or === undefined ? kept : any([kept, just([value.or])]);
}

/** @param seen flow values on the way to this one: what comes of itself adds nothing */
export function ofFlow(line: ResolvedLine, name: string, seen: readonly string[] = []): Domain {
  if (BROUGHT.includes(name)) return undefined;
  const carried = carriedNames(line).has(name);
  if (carried && saidByFailures(line).has(name)) return undefined;
  const typed = carried && line.fields[name] ? [ofField(line, line.fields[name])] : [];
  const kept = keptShapes(line, name).map((shape) => ofShape(line, shape));
  const set = (keptByOutcomes(line).get(name) ?? []).flatMap((value) =>
    'flow' in value && [...seen, name].includes(value.flow) ? [] : [ofValue(line, value, [...seen, name])],
  );
  return any([...typed, ...kept, ...set]);
}

/** What a property of the answer can be, whichever call of the event it is. */
export function ofAnswer(line: ResolvedLine, event: Parameters<typeof callsOfEvent>[1], property: string): Domain {
  const answers = callsOfEvent(line, event).map((call) => propertiesOf(line, call));
  if (answers.includes(undefined)) return undefined;
  return any(answers.flatMap((each) => (each && Object.hasOwn(each, property) ? [ofShape(line, each[property])] : [])));
}

type Rows = ReadonlyMap<string, readonly unknown[]>;

const knownRows = once((_: ResolvedLine) => new Map<string, Rows | undefined>());

/** Properties of the rows of a list that answers give, each with its shapes; undefined where they are not known. */
export function rowsOf(line: ResolvedLine, flow: string): Rows | undefined {
  const known = knownRows(line);
  if (!known.has(flow)) known.set(flow, rowsFrom(line, flow));
  return known.get(flow);
}

function rowsFrom(line: ResolvedLine, flow: string): Rows | undefined {
  const found = new Map<string, unknown[]>();
  const shapes = keptShapes(line, flow);
  for (const shape of shapes) {
    const items = isDictionary(shape) && isDictionary(shape.items) ? shape.items : {};
    if (!isDictionary(items.properties) || items.additionalProperties !== false) return undefined;
    for (const [name, each] of Object.entries(items.properties)) found.set(name, [...(found.get(name) ?? []), each]);
  }
  return shapes.length === 0 || keptByOutcomes(line).has(flow) ? undefined : found;
}

export const ofShapes = (line: ResolvedLine, shapes: readonly unknown[]): Domain =>
  any(shapes.map((shape) => ofShape(line, shape)));

const ZONES: readonly Line['zone'][] = ['domestic', 'overseas'];
const WORDINGS: readonly Line['wording'][] = ['masked', 'verbose'];

function ofLine(line: ResolvedLine, fact: NonNullable<Test['line']>): Domain {
  if (fact === 'zone') return just(ZONES);
  if (fact === 'wording') return just(WORDINGS);
  return just(fact === 'language' ? (line.line.languages?.offered ?? []) : Object.keys(line.providers));
}

/** What the subject of a test can be. */
export function ofTest(line: ResolvedLine, test: Test): Domain {
  if (test.field !== undefined) return ofField(line, line.fields[test.field]);
  if (test.flow !== undefined) return ofFlow(line, test.flow);
  if (test.line !== undefined) return ofLine(line, test.line);
  if (test.offer !== undefined) return just([true, false]);
  return test.stored !== undefined || test.query !== undefined ? TEXT : undefined;
}

export const mayBe = (domain: Domain, value: unknown): boolean =>
  domain === undefined || domain.some((kind) => ('is' in kind ? kind.is === value : kind.type === typeof value));

/** The texts of what a value can be, as a message compares them. */
export const textsOf = (domain: Domain): readonly string[] =>
  (domain ?? []).flatMap((kind) => ('is' in kind ? [String(kind.is)] : []));

export const mayBeText = (domain: Domain, text: string): boolean =>
  domain === undefined || domain.some((kind) => !('is' in kind) || String(kind.is) === text);
