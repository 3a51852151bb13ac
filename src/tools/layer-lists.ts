/** Patches of lists in the grammars of layers: what may stand in a layer where a lower one has a list. */
import { listPatchGrammar } from './checks/list-patches.ts';
import type { Schema } from './checks/schema.ts';

/** JSON Schema as it is written here: with what the grammars themselves do not use. */
export type Written = { [keyword: string]: unknown };

/** What holds of whatever meets a condition. */
export const implies = (condition: Written, conclusion: Written): Written => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: conclusion,
});

interface Writer {
  readonly definitions: Record<string, Written>;
  /** What entries are → name of the definition of their patch. */
  readonly patches: Map<string, string>;
  write(schema: Schema, mode: 'layer' | 'whole'): Written;
}

function define(items: Schema, { properties = {}, ...patch }: Schema, writer: Writer): string {
  const { title = '', $ref = title } = items;
  const plain = `patch-of-${$ref.split('/').at(-1)}`.replace(/[^A-Za-z]+/g, '-');
  const name = writer.definitions[plain] === undefined ? plain : `${plain}-${writer.patches.size}`;
  const { change, move, ...others } = properties;
  writer.patches.set(JSON.stringify(items), name);
  // Known before it is made: an entry may have lists of its own.
  writer.definitions[name] = {};
  const { additionalProperties: place = {}, ...moved } = move ?? {};
  writer.definitions.place ??= writer.write(place as Schema, 'whole');
  const entry = change?.additionalProperties as Schema | undefined;
  writer.definitions[name] = {
    ...patch,
    properties: {
      ...(writer.write({ properties: others }, 'whole').properties as Written),
      ...(entry && { change: { ...change, additionalProperties: writer.write(entry, 'layer') } }),
      move: { ...moved, additionalProperties: { $ref: '#/definitions/place' } },
    },
    dependencies: { before: ['add'], after: ['add'] },
    not: { required: ['before', 'after'] },
  };
  return name;
}

/** Keywords that let a patch stand in the place of a list; none where its entries have no names. */
export function orPatched(list: Schema, writer: Writer, resolve: (schema: Schema) => Schema): Written {
  const patch = listPatchGrammar(list, resolve);
  if (list.items === undefined || patch === undefined) return {};
  const name = writer.patches.get(JSON.stringify(list.items)) ?? define(list.items, patch, writer);
  return { type: ['array', 'object'], allOf: [implies({ type: 'object' }, { $ref: `#/definitions/${name}` })] };
}
