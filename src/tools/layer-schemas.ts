/**
 * Grammars of whole things → grammars of layers, for editors: nothing is required in a layer and null deletes, but what
 * stands in a list is whole, since a list replaces the one below. A union becomes conditions, so that an editor tells one
 * mistake once, and not once for each branch.
 */
import { type Grammars, type Schema, typeOf } from './checks/schema.ts';
import { implies, orPatched, type Written } from './layer-lists.ts';
import { LAYERS } from './load.ts';

/** What no layer patches: banners, and parts of other grammars. */
const NO_LAYERS: ReadonlySet<string> = new Set(['banner.json', 'common.json']);

const COMMENT = 'Generated from schemas/config by `npx tsx src/tools/types.ts`. Do not edit.';

type Mode = 'layer' | 'whole';

const isObject = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Each once, by what is written in it. */
const distinct = <T>(all: readonly T[]): T[] =>
  all.filter((one, at) => all.findIndex((each) => same(each, one)) === at);

/** What a thing is called and said to be. */
const namesOf = ({ title, description }: Schema): Schema => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
});

/** Types that a schema may be of. */
const typesOf = (schema: Schema): readonly string[] =>
  schema.type === undefined ? distinct([schema.const ?? schema.enum ?? {}].flat().map(typeOf)) : [schema.type].flat();

/** The same, or null. */
function orNull(schema: Written): Written {
  if (typeof schema.$ref === 'string') return schema;
  const { const: only, ...rest } = schema;
  const values = only === undefined ? schema.enum : [only];
  return {
    ...rest,
    ...(schema.type === undefined ? {} : { type: [...[schema.type].flat(), 'null'] }),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...(Array.isArray(schema.anyOf) ? { anyOf: [...schema.anyOf, { type: 'null' }] } : {}),
  };
}

/** A branch of a union, and when it is the one that is meant. */
interface Case {
  readonly condition: Written;
  readonly branch: Schema;
}

/** What is missing, told only where nothing is misspelt: that may be meant as what is missing. */
const told = (condition: Written, names: readonly string[], missing: Written): Written =>
  implies({ ...condition, propertyNames: { enum: names } }, missing);

class Layers {
  readonly #grammars: Grammars;
  readonly definitions: Record<string, Written> = {};
  readonly patches = new Map<string, string>();

  constructor(grammars: Grammars) {
    this.#grammars = grammars;
  }

  #resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const [file = '', name = ''] = schema.$ref.split('#/definitions/');
    return this.#resolve(this.#grammars[file]?.definitions?.[name] ?? {});
  }

  /** A definition of this mode, made when it is first referred to. */
  #refer(reference: string, mode: Mode): Written {
    const name = `${reference.replace('.json#/definitions/', '.')}${mode === 'whole' ? '.whole' : ''}`;
    if (this.definitions[name] === undefined) {
      // Known before it is made: it may speak of itself.
      this.definitions[name] = {};
      const made = this.write(this.#resolve({ $ref: reference }), mode);
      this.definitions[name] = mode === 'layer' ? orNull(made) : made;
    }
    return { $ref: `#/definitions/${name}` };
  }

  write(schema: Schema, mode: Mode): Written {
    if (schema.$ref !== undefined) return this.#refer(schema.$ref, mode);
    if (schema.anyOf !== undefined) return { ...namesOf(schema), ...this.#union(schema.anyOf, mode) };
    const { required, minProperties, maxProperties, properties, additionalProperties, items, ...rest } = schema;
    const inside = (inner: Schema): Written =>
      mode === 'layer' ? orNull(this.write(inner, mode)) : this.write(inner, mode);
    const named = Object.entries(properties ?? {}).map(([name, inner]) => [
      name,
      name === '$schema' ? inner : inside(inner),
    ]);
    return {
      ...this.#inlined(rest, Object.keys(properties ?? {})),
      ...(mode === 'layer' ? {} : { ...(required && { required }), ...(minProperties && { minProperties }) }),
      ...(mode === 'layer' || maxProperties === undefined ? {} : { maxProperties }),
      ...(properties && { properties: Object.fromEntries(named) }),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: inside(additionalProperties) }
        : additionalProperties !== undefined && { additionalProperties }),
      ...(items && { items: this.write(items, 'whole') }),
      ...(mode === 'layer' && orPatched(schema, this, (each) => this.#resolve(each))),
    };
  }

  /** The rule of names holds for those that have no rule of their own; JSON Schema asks it of all. */
  #inlined({ propertyNames, ...rest }: Schema, known: readonly string[] = []): Written {
    if (propertyNames === undefined) return { ...rest };
    const { pattern, ...names } = this.#resolve(propertyNames);
    if (pattern === undefined) return { ...rest, propertyNames: names };
    const literal = known.map((name) => `^${name.replaceAll('$', '\\$')}$|`).join('');
    return { ...rest, propertyNames: { ...names, pattern: `${literal}${pattern}` } };
  }

  #branches(branches: readonly Schema[]): Schema[] {
    const all = branches.map((branch) => this.#resolve(branch));
    return all.flatMap((branch) => (branch.anyOf && !branch.properties ? this.#branches(branch.anyOf) : [branch]));
  }

  /** A union by what it may be: at most one schema for each type, so that a value is held against its own alone. */
  #union(union: readonly Schema[], mode: Mode): Written {
    const branches = this.#branches(union);
    const objects = branches.filter((branch) => branch.type === 'object');
    const lists = branches.filter((branch) => branch.type === 'array');
    const plain = branches.filter((branch) => !objects.includes(branch) && !lists.includes(branch));
    const parts = [
      ...(plain.length > 0 ? [this.#plain(plain)] : []),
      ...(lists.length > 0 ? [this.write(this.#mergedLists(lists), objects.length > 0 ? 'whole' : mode)] : []),
      ...(objects.length > 0 ? [this.#objects(objects, mode)] : []),
    ];
    const [only] = parts;
    if (parts.length === 1 && only) return only;
    // Every keyword but this one holds for values of one type, so the parts may stand in one schema.
    const guarded = parts.map(({ enum: values, const: value, title: _, description: __, ...part }) => {
      const wanted = values ?? (value === undefined ? undefined : [value]);
      return wanted === undefined
        ? part
        : { ...part, allOf: [implies({ type: part.type }, { enum: wanted }), ...((part.allOf as []) ?? [])] };
    });
    const allOf = guarded.flatMap((part) => (part.allOf as readonly Written[] | undefined) ?? []);
    return {
      ...Object.assign({}, ...guarded),
      type: distinct(guarded.flatMap(({ type }) => [type].flat())),
      ...(allOf.length > 0 ? { allOf } : {}),
    };
  }

  #plain(plain: readonly Schema[]): Written {
    const [only] = plain;
    if (plain.length === 1 && only) return { ...this.#inlined(only), type: [only.type ?? typesOf(only)].flat() };
    const values = plain.flatMap((each) => each.enum ?? (each.const === undefined ? [] : [each.const]));
    const type = distinct(plain.flatMap((each) => [...typesOf(each)]));
    if (plain.every((each) => each.enum !== undefined || each.const !== undefined))
      return { type, enum: distinct(values) };
    const open = plain.filter((each) => each.enum === undefined && each.const === undefined);
    return open.some((each) => each.pattern !== undefined) ? { type, anyOf: plain } : { type };
  }

  #mergedLists(lists: readonly Schema[]): Schema {
    const [first = {}] = lists;
    if (lists.length === 1) return first;
    const items = distinct(lists.flatMap((list) => list.items ?? []));
    return { type: 'array', items: items.length === 1 ? (items[0] ?? {}) : { anyOf: items } };
  }

  /** Objects of which one is meant: by a constant that each has, by a property that only one of them has, else by neither. */
  #objects(branches: readonly Schema[], mode: Mode): Written {
    const [only] = branches;
    if (branches.length === 1 && only) return this.write(only, mode);
    const merged = this.#merged(branches);
    const tag = Object.keys(branches[0]?.properties ?? {}).find((name) =>
      branches.every((branch) => branch.properties?.[name]?.const !== undefined),
    );
    if (tag !== undefined) return this.#tagged(branches, tag, merged, mode);
    return mode === 'layer' ? this.write(merged, mode) : this.#byProperties(branches, merged);
  }

  #tagged(branches: readonly Schema[], tag: string, merged: Schema, mode: Mode): Written {
    const cases = branches.map((branch): Case => {
      const { const: value } = branch.properties?.[tag] ?? {};
      return { condition: { type: 'object', properties: { [tag]: { const: value } }, required: [tag] }, branch };
    });
    const untagged: Case = { condition: { type: 'object', not: { required: [tag] } }, branch: merged };
    const tags = { [tag]: { enum: branches.map((branch) => branch.properties?.[tag]?.const) } };
    const written = this.#cases(merged, mode === 'layer' ? [...cases, untagged] : cases, mode);
    return { ...written, properties: { ...(written.properties as Written), ...tags } };
  }

  #byProperties(branches: readonly Schema[], merged: Schema): Written {
    const isShared = (name: string): boolean => branches.every((branch) => branch.required?.includes(name));
    const own = branches.map((branch) => ({
      branch,
      names: (branch.required ?? []).filter((name) => !isShared(name)),
    }));
    const definite = own.filter(({ names }) => names.length > 0).sort((a, b) => b.names.length - a.names.length);
    if (definite.length === 0) return this.write(merged, 'whole');
    const conditions = definite.map(({ names }) => ({ required: names }));
    const cases = definite.map(({ branch }, at): Case => {
      const before = at > 0 ? { not: { anyOf: conditions.slice(0, at) } } : {};
      return { condition: { type: 'object', ...conditions[at], ...before }, branch };
    });
    const none = { type: 'object', not: { anyOf: conditions } };
    const rest = own.find(({ names }) => names.length === 0)?.branch;
    const written = this.#cases(merged, [...cases, { condition: none, branch: rest ?? merged }], 'whole');
    if (rest !== undefined) return written;
    const missing = told(none, Object.keys(merged.properties ?? {}), { anyOf: conditions });
    return { ...written, allOf: [...((written.allOf as Written[]) ?? []), missing] };
  }

  /** What all of a union's branches say, and under which condition each says more: nothing twice, or a mistake were told twice. */
  #cases(merged: Schema, cases: readonly Case[], mode: Mode): Written {
    const all = Object.entries(merged.properties ?? {});
    const differing = new Set(
      all.flatMap(([name, each]) =>
        cases.every(({ branch }) => same(branch.properties?.[name] ?? each, each)) ? [] : [name],
      ),
    );
    const inside = (inner: Schema): Written =>
      mode === 'layer' ? orNull(this.write(inner, mode)) : this.write(inner, mode);
    // Whoever changes what a layer's thing is deletes what it is no more.
    const alien = mode === 'layer' ? { type: 'null' } : false;
    const names = all.map(([name]) => name);
    const allOf = cases.flatMap(({ condition, branch }) => {
      const entries = names.flatMap((name): [string, unknown][] => {
        const own = branch.properties?.[name];
        if (own === undefined) return [[name, alien]];
        return differing.has(name) ? [[name, inside(own)]] : [];
      });
      const missing = (branch.required ?? []).filter((name) => !merged.required?.includes(name));
      return [
        ...(entries.length > 0 ? [implies(condition, { properties: Object.fromEntries(entries) })] : []),
        ...(mode === 'whole' && missing.length > 0 ? [told(condition, names, { required: missing })] : []),
      ];
    });
    const properties = Object.fromEntries(all.map(([name, each]) => [name, differing.has(name) ? {} : each]));
    return { ...this.write({ ...merged, properties }, mode), allOf };
  }

  /** One object that may have what any of the branches has. */
  #merged(branches: readonly Schema[]): Schema {
    const names = distinct(branches.flatMap((branch) => Object.keys(branch.properties ?? {})));
    const properties = names.map((name): [string, Schema] => {
      const found = distinct(branches.flatMap((branch) => branch.properties?.[name] ?? []));
      const [only = {}] = found;
      return [name, found.length === 1 ? only : { ...namesOf(only), anyOf: found }];
    });
    const more = distinct(branches.map((branch) => branch.additionalProperties ?? true));
    const open = more.filter(isObject) as Schema[];
    const [first] = open;
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: names.filter((name) => branches.every((branch) => branch.required?.includes(name))),
      additionalProperties: more.includes(true)
        ? true
        : open.length === 0
          ? false
          : open.length === 1 && first
            ? first
            : { anyOf: open },
    };
  }
}

/** Schemas of layers' files by path. */
export function layerSchemas(grammars: Grammars): Record<string, string> {
  const names = Object.keys(grammars).filter((name) => !NO_LAYERS.has(name));
  return Object.fromEntries(
    names.map((name) => {
      const grammar = grammars[name] ?? {};
      const layers = new Layers(grammars);
      const { definitions: _, ...root } = grammar;
      const written = layers.write(root, 'layer');
      const whole = {
        $schema: 'http://json-schema.org/draft-07/schema#',
        $comment: COMMENT,
        ...written,
        $id: `https://foyer.example/${LAYERS}${name}`,
        title: `${grammar.title} (layer)`,
        definitions: layers.definitions,
      };
      return [`${LAYERS}${name}`, `${JSON.stringify(whole, null, 2)}\n`];
    }),
  );
}
